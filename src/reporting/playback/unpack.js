// Arrays that Python deflated and wrote as base64.
async function unpack({ type, data }) {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const buffer = await new Response(inflated).arrayBuffer();
  const arrays = { float64: Float64Array, int32: Int32Array, int8: Int8Array, uint8: Uint8Array };
  return new arrays[type](buffer);
}

async function unpackAll(packed) {
  const names = Object.keys(packed);
  const arrays = await Promise.all(names.map((name) => unpack(packed[name])));
  return Object.fromEntries(names.map((name, i) => [name, arrays[i]]));
}

async function loadPicture(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}
