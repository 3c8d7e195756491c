for (const form of document.forms) form.addEventListener("submit", (event) => {
  event.preventDefault();
  const given = Object.fromEntries(new FormData(form)), values = {};
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("v-") && value.trim()) values[name.slice(2)] = value.trim();
  }
  const cuts = (given.cuts ?? "").split(/[\s,;]+/).filter(Boolean);
  const sheet = form.dataset.sheet ? Number(form.dataset.sheet) : null;
  const text = JSON.stringify({ sheet, values, cuts, action: (given.action ?? "").trim() }, null, 2);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = (given.student.trim().replace(/[^\p{L}\p{N}]+/gu, "-") || "sheet") + ".json";
  link.click();
  URL.revokeObjectURL(link.href);
});
