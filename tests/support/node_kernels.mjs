// Calls a linked kernel in Node, as a browser would: node node_kernels.mjs ORDER.json
// The order: {module, pages, stack, parts: [[address, bytes, file or null]], call: [result, error, block], runs, out}.
// Prints {status, seconds: [...], pauses}; the parts, after the last run, are written to OUT one after the other.
import { readFileSync, writeFileSync } from "node:fs";

const order = JSON.parse(readFileSync(process.argv[2], "utf8"));
const memory = new WebAssembly.Memory({ initial: order.pages });
const words = new BigUint64Array(memory.buffer);
const wide = 2n ** 128n;
const joined = (low, high) => (BigInt.asUintN(64, high) << 64n) | BigInt.asUintN(64, low);
const stored = (at, number) => {
  words[at / 8] = BigInt.asUintN(64, number);
  words[at / 8 + 1] = BigInt.asUintN(64, number >> 64n);
};
const binary = (compute) => (at, low, high, other, more) => stored(at, compute(joined(low, high), joined(other, more)));
const shift = (compute) => (at, low, high, by) => stored(at, compute(joined(low, high), BigInt(by)));
let pauses = 0;
const env = {
  memory,
  __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, order.stack),
  spielbaum_pause: (nodes, limit) => {
    pauses += 1;
    return order.between ? Math.min(limit, nodes + order.between) : limit;
  },
  __multi3: binary((one, other) => (one * other) % wide),
  __udivti3: binary((one, other) => one / other),
  __umodti3: binary((one, other) => one % other),
  __ashlti3: shift((number, by) => BigInt.asUintN(128, number << by)),
  __lshrti3: shift((number, by) => number >> by),
  __ashrti3: shift((number, by) => BigInt.asUintN(128, BigInt.asIntN(128, number) >> by)),
  exp: Math.exp, log: Math.log, log2: Math.log2, pow: Math.pow, tanh: Math.tanh, fmod: (one, other) => one % other,
};
const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(order.module)), { env });
if (exports.region) {
  const record = new Uint32Array(memory.buffer, exports.region(), 2);
  record.set([order.region, order.region + (1 << 24)]);
}
const seconds = [];
let status;
for (let run = 0; run < order.runs; run += 1) {
  for (const [address, bytes, file] of order.parts) {
    const part = new Uint8Array(memory.buffer, address, bytes);
    if (file) part.set(readFileSync(file));
    else part.fill(0);
  }
  const start = process.cpuUsage();
  status = exports.call(...order.call);
  const { user, system } = process.cpuUsage(start);
  seconds.push((user + system) / 1e6);
}
writeFileSync(order.out, Buffer.concat(order.parts.map(([address, bytes]) => Buffer.from(memory.buffer, address, bytes))));
console.log(JSON.stringify({ status, seconds, pauses }));
