import fc from 'fast-check';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const word = (from: number, to: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...letters), minLength: from, maxLength: to });

/** Texts that no recording may hold, recognisable by their look alone. */
export const lookingSecret: fc.Arbitrary<string> = fc.oneof(
  word(24, 60).map((tail) => `sk-ant-api03-${tail}`),
  word(24, 60).map((tail) => `sk-proj-${tail}`),
  word(35, 35).map((tail) => `AIza${tail}`),
  word(20, 40).map((tail) => `gsk_${tail}`),
  word(20, 40).map((tail) => `hf_${tail}`),
  word(24, 24).map((tail) => `org-${tail}`),
  word(24, 24).map((tail) => `proj_${tail}`),
  word(24, 24).map((tail) => `req_${tail}`),
  fc.tuple(word(3, 12), word(3, 10)).map(([name, host]) => `${name}.q@${host}.example.org`),
  fc.tuple(word(12, 20), word(12, 20), word(12, 20)).map(([a, b, c]) => `eyJ${a}.eyJ${b}.${c}`),
);

/** Keys of no known look, which only those can find who know them. */
export const unlookingKey: fc.Arbitrary<string> = fc.oneof(
  word(12, 40),
  word(8, 20).map((text) => `${text}/+="\\${text}`),
  word(8, 20).map((text) => `${text}é漢`),
);
