// Unpacks raw deflate data (RFC 1951), since platforms only unpack asynchronously and `import` must
// be enough. Trusts its input: it is made by the same build.

const LENGTH_BASE = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258];
const LENGTH_BITS = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const FAR_BASE = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577];
const FAR_BITS = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const MOST_BITS = 15;

/** A table from the next 15 bits to a symbol and its length, packed as symbol · 16 + length. */
function table(lengths) {
  const counts = new Uint16Array(MOST_BITS + 1);
  for (const length of lengths) if (length) counts[length]++;
  const next = new Uint16Array(MOST_BITS + 1);
  for (let bits = 1; bits < MOST_BITS; bits++) next[bits + 1] = (next[bits] + counts[bits]) << 1;
  const found = new Uint16Array(1 << MOST_BITS);
  lengths.forEach((length, symbol) => {
    if (!length) return;
    const code = next[length]++;
    let reversed = 0;
    for (let bit = 0; bit < length; bit++) reversed |= ((code >> bit) & 1) << (length - 1 - bit);
    for (let rest = reversed; rest < found.length; rest += 1 << length) found[rest] = (symbol << 4) | length;
  });
  return found;
}

export function inflate(packed, size) {
  const out = new Uint8Array(size);
  let [at, from, held, bits] = [0, 0, 0, 0];

  function take(count) {
    while (bits < count) {
      held |= packed[from++] << bits;
      bits += 8;
    }
    const value = held & ((1 << count) - 1);
    held >>>= count;
    bits -= count;
    return value;
  }

  function symbol(codes) {
    while (bits < MOST_BITS && from < packed.length) {
      held |= packed[from++] << bits;
      bits += 8;
    }
    const found = codes[held & 0x7fff];
    held >>>= found & 15;
    bits -= found & 15;
    return found >> 4;
  }

  function tables() {
    const literals = take(5) + 257;
    const fars = take(5) + 1;
    const count = take(4) + 4;
    const short = new Uint8Array(19);
    for (let i = 0; i < count; i++) short[ORDER[i]] = take(3);
    const codes = table(short);
    const lengths = new Uint8Array(literals + fars);
    for (let i = 0; i < lengths.length; ) {
      const code = symbol(codes);
      if (code < 16) {
        lengths[i++] = code;
        continue;
      }
      const last = code === 16 ? lengths[i - 1] : 0;
      const times = code === 16 ? take(2) + 3 : code === 17 ? take(3) + 3 : take(7) + 11;
      lengths.fill(last, i, i + times);
      i += times;
    }
    return [table(lengths.subarray(0, literals)), table(lengths.subarray(literals))];
  }

  function fixed() {
    const lengths = new Uint8Array(288).fill(8, 0, 144).fill(9, 144, 256).fill(7, 256, 280).fill(8, 280);
    return [table(lengths), table(new Uint8Array(30).fill(5))];
  }

  for (let last = 0; !last; ) {
    last = take(1);
    const kind = take(2);
    if (kind === 0) {
      from -= bits >> 3;
      [held, bits] = [0, 0];
      const length = packed[from] | (packed[from + 1] << 8);
      out.set(packed.subarray(from + 4, from + 4 + length), at);
      [at, from] = [at + length, from + 4 + length];
      continue;
    }
    const [codes, fars] = kind === 1 ? fixed() : tables();
    for (;;) {
      const code = symbol(codes);
      if (code === 256) break;
      if (code < 256) {
        out[at++] = code;
        continue;
      }
      let length = LENGTH_BASE[code - 257] + take(LENGTH_BITS[code - 257]);
      const far = symbol(fars);
      const distance = FAR_BASE[far] + take(FAR_BITS[far]);
      for (; length > 0; length--, at++) out[at] = out[at - distance];
    }
  }
  return out;
}
