/** Maximal number of bytes to read, for compressed and for uncompressed files. */
export const MAX_FILE_BYTES = 16 << 20;

/** Returns all files of a drop, including the files in dropped folders. @param {DataTransfer} data @returns {Promise<Files>} */
export async function dropped(data) {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.length) return chosen(data.files);
  const files = new Map();
  for (const entry of entries) await walk(/** @type {any} */ (entry), "", files);
  return files;
}

/** @param {any} entry @param {string} folder @param {Files} files */
async function walk(entry, folder, files) {
  if (entry.isFile) {
    const file = await new Promise((done, failed) => entry.file(done, failed));
    files.set(folder + entry.name, await bytesOf(file));
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const some = await new Promise((done, failed) => reader.readEntries(done, failed));
    if (!some.length) return;
    for (const inner of some) await walk(inner, `${folder}${entry.name}/`, files);
  }
}

/** @param {FileList | File[]} list @returns {Promise<Files>} */
export async function chosen(list) {
  const files = new Map();
  for (const file of list) files.set(file.webkitRelativePath || file.name, await bytesOf(file));
  return files;
}

/** @param {File} file */
async function bytesOf(file) {
  if (file.size > MAX_FILE_BYTES) throw new Error(`${file.name} is larger than 16 MB.`);
  return new Uint8Array(await file.arrayBuffer());
}
