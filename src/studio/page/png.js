// A picture of at most four colours as PNG, two bits a pixel: 24 megapixels are 6 MB before they are packed.
const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});

function crcOf(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC[(crc ^ byte) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}

function chunk(name, data) {
  const bytes = new Uint8Array(12 + data.length), view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set([...name].map((letter) => letter.charCodeAt(0)), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crcOf(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

// `rowOf(y, row)` writes the colours of one row, one a byte, into `row`, which is all 0 before.
export async function indexedPng(width, height, colours, rowOf) {
  const stride = 1 + Math.ceil(width / 4);
  const packed = new Uint8Array(stride * height), row = new Uint8Array(4 * (stride - 1));
  for (let y = 0; y < height; y++) {
    if (!rowOf(y, row)) continue;
    const start = y * stride + 1;
    for (let x = 0, at = start; x < width; x += 4, at++) packed[at] = (row[x] << 6) | (row[x + 1] << 4) | (row[x + 2] << 2) | row[x + 3];
    row.fill(0);
  }
  const stream = new Blob([packed]).stream().pipeThrough(new CompressionStream("deflate"));
  const data = new Uint8Array(await new Response(stream).arrayBuffer());
  const head = new Uint8Array(13), view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  head.set([2, 3], 8); // bits a pixel, colours by number
  const parts = [
    Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10), chunk("IHDR", head),
    chunk("PLTE", Uint8Array.from(colours.flatMap(([r, g, b]) => [r, g, b]))),
    chunk("tRNS", Uint8Array.from(colours.map((colour) => colour[3]))),
    chunk("IDAT", data), chunk("IEND", new Uint8Array()),
  ];
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export function base64(bytes) {
  let letters = "";
  for (let at = 0; at < bytes.length; at += 0x8000) letters += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(letters);
}
