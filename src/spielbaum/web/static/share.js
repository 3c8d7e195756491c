// Copy buttons, and pictures as PNG. Without this script, fields can be selected and the SVG downloaded.
"use strict";

function showSharing() {
  for (const hidden of document.querySelectorAll("[data-copy][hidden], [data-png][hidden]")) hidden.hidden = false;
}

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    document.execCommand("copy"); // the only way without https
  }
  const before = button.textContent;
  button.textContent = button.dataset.done;
  const live = document.getElementById("announce");
  if (live) live.textContent = button.dataset.done;
  button.focus();
  setTimeout(() => (button.textContent = before), 2000);
}

const LEAST_SIDE = 1200;

async function downloadPng(link) {
  const picture = new Image();
  picture.src = link.href;
  await picture.decode();
  const scale = Math.max(1, LEAST_SIDE / Math.max(picture.naturalWidth, picture.naturalHeight));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [picture.naturalWidth * scale, picture.naturalHeight * scale].map(Math.round);
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => {
    const saved = document.createElement("a");
    saved.href = URL.createObjectURL(blob);
    saved.download = link.dataset.png;
    saved.click();
    setTimeout(() => URL.revokeObjectURL(saved.href), 10_000);
  }, "image/png");
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (button) copy(button);
  const link = event.target.closest?.("[data-png]");
  if (!link) return;
  event.preventDefault();
  downloadPng(link);
});

document.addEventListener("DOMContentLoaded", showSharing);
document.addEventListener("htmx:afterSettle", showSharing);
document.addEventListener("htmx:afterSwap", showSharing);
