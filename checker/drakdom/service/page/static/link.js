// Links that hold a whole scenario: `s1.` the deflated text in base64url `.` a checksum. See scenario/link.py.

const TABLE = Uint32Array.from({ length: 256 }, (_, number) => {
  let value = number;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});
const LARGEST = 1_000_000;
const CODE = /(?:^|[#?&/=])(s\d+)\.([\w-]*)(?:\.([0-9a-f]*))?/;

/** @param {Uint8Array} data @returns {string} */
function checksum(data) {
  let sum = 0xffffffff;
  for (const byte of data) sum = TABLE[(sum ^ byte) & 255] ^ (sum >>> 8);
  return ((sum ^ 0xffffffff) >>> 0).toString(16).padStart(8, "0");
}

/** @param {Uint8Array} data @param {GenericTransformStream} stream @param {number} most @returns {Promise<Uint8Array>} */
async function through(data, stream, most) {
  const reader = new Blob([/** @type {BlobPart} */ (data)]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.length;
    if (size > most) throw new RangeError("too large");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Return the code of a text. @param {string} text @returns {Promise<string>} */
export async function encoded(text) {
  const data = new TextEncoder().encode(text);
  const packed = await through(data, new CompressionStream("deflate-raw"), Infinity);
  let letters = "";
  for (const byte of packed) letters += String.fromCharCode(byte);
  const code = btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `s1.${code}.${checksum(data)}`;
}

/**
 * Return the text of a link, or what is wrong with the link: `version` or `cut`; null without a code.
 * @param {string} link
 * @returns {Promise<{text: string, fault: "" | "version" | "cut"} | null>}
 */
export async function decoded(link) {
  const match = CODE.exec(link);
  if (!match) return null;
  if (match[1] !== "s1") return { text: "", fault: "version" };
  try {
    const letters = atob(match[2].replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const data = await through(packed, new DecompressionStream("deflate-raw"), LARGEST);
    if (checksum(data) !== match[3]) return { text: "", fault: "cut" };
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(data), fault: "" };
  } catch {
    return { text: "", fault: "cut" };
  }
}
