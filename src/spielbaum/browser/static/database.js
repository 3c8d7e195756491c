// Keeps the database of the application in IndexedDB, in pieces, of which only those that changed are written.
import { BASE } from "./python.js";

const PIECE = 1 << 16;
const PIECES = "pieces";
const ASIDE = "aside";

function done(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = request.oncomplete = () => resolve(request.result);
    request.onerror = request.onabort = () => reject(request.error ?? new Error("the browser refused to store the games"));
  });
}

export async function openDatabase() {
  const opening = indexedDB.open(`spielbaum ${BASE.pathname}`, 1);
  opening.onupgradeneeded = () => [PIECES, ASIDE].forEach((name) => opening.result.createObjectStore(name));
  const database = await done(opening);
  const owner = crypto.randomUUID();
  let kept = new Uint8Array(0);

  return {
    // Returns the stored database, undefined if there is none. From now on only this owner may write.
    async read() {
      const transaction = database.transaction(PIECES, "readwrite");
      const pieces = transaction.objectStore(PIECES);
      pieces.put(owner, "owner");
      const size = await done(pieces.get("size"));
      const found = await done(pieces.getAll(IDBKeyRange.bound(0, Infinity)));
      if (size === undefined) return undefined; // None in Python
      kept = new Uint8Array(await new Blob(found).arrayBuffer());
      return kept.length >= size ? kept.subarray(0, size) : new Uint8Array(size);
    },

    async write(content) {
      const transaction = database.transaction(PIECES, "readwrite", { durability: "strict" });
      const pieces = transaction.objectStore(PIECES);
      if ((await done(pieces.get("owner"))) !== owner) {
        transaction.abort();
        throw new Error("the application runs in another tab");
      }
      for (let at = 0; at < content.length; at += PIECE) {
        const piece = content.slice(at, at + PIECE);
        if (!same(piece, kept.subarray(at, at + PIECE))) pieces.put(piece, at / PIECE);
      }
      pieces.delete(IDBKeyRange.bound(Math.ceil(content.length / PIECE), Infinity));
      pieces.put(content.length, "size");
      await done(transaction);
      kept = content;
    },

    // Keeps a database that cannot be used, so that it is not lost.
    async setAside(content) {
      const transaction = database.transaction(ASIDE, "readwrite");
      transaction.objectStore(ASIDE).put(content, new Date().toISOString());
      await done(transaction);
      kept = new Uint8Array(0);
    },
  };
}

function same(one, other) {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
