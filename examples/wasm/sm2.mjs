// SM2 signatures in browsers, Node and whatever else runs WebAssembly.
//
//     import { Sm2 } from "./sm2.mjs";
//
//     const sm2 = await Sm2.load(fetch("sm2p256_wasm.wasm"));
//     const key = sm2.generateSigningKey();           // or signingKeyFromBytes(d), signingKeyFromPkcs8(der)
//     const signature = key.sign(message);            // r ‖ s, 64 bytes; key.sign(message, { der: true }) for DER
//     const publicKey = sm2.verifyingKeyFromSec1(key.publicKey());
//     publicKey.verify(message, signature);           // true
//     key.dispose();                                  // wipes the private key
//
// Bytes are `Uint8Array`s. What cannot be used, a key or a signature that is malformed for instance, throws an `Sm2Error`.
// Everything is synchronous but `load`.

/// GM/T 0009: what both sides use unless they agreed on something else.
const DEFAULT_ID = new TextEncoder().encode("1234567812345678");

/// An input was refused, or the random source failed (`cause` is what it threw).
export class Sm2Error extends Error {
  name = "Sm2Error";
}

/// An instance of the WebAssembly module.
export class Sm2 {
  #exports;
  #randomFailure;

  /// `source`: the module, as bytes or as a `Response`, or a promise of either. `fillRandom` fills a `Uint8Array` with
  /// cryptographically random bytes, or throws.
  static async load(source, fillRandom = (bytes) => crypto.getRandomValues(bytes)) {
    const bytes = await source;
    const module =
      bytes instanceof Response ? await WebAssembly.compileStreaming(bytes) : await WebAssembly.compile(bytes);
    const sm2 = new Sm2();
    const fill_random = (at, len) => sm2.#fillRandom(fillRandom, at, len);
    sm2.#exports = (await WebAssembly.instantiate(module, { host: { fill_random } })).exports;
    return sm2;
  }

  /// Nothing must be thrown through the module: it would not wipe its secrets.
  #fillRandom(fillRandom, at, len) {
    try {
      fillRandom(new Uint8Array(this.#exports.memory.buffer, at >>> 0, len >>> 0));
      return 0;
    } catch (error) {
      this.#randomFailure = error;
      return 1;
    }
  }

  /// Calls an export of src/lib.rs: its answer, as bytes. Leaves nothing of arguments, answer and computation in memory.
  call(name, numbers, ...parts) {
    const { [name]: operation, memory, buffer, buffer_len, __stack_pointer } = this.#exports;
    if (!operation) throw new Sm2Error(`the module was built without ${name}`);
    for (const part of parts) {
      if (!(part instanceof Uint8Array)) throw new TypeError(`${name} takes bytes, as Uint8Array`);
    }
    const bytes = new Uint8Array(memory.buffer);
    const [start, capacity] = [buffer(), buffer_len()];
    let end = start;
    this.#randomFailure = undefined;
    try {
      for (const part of parts) {
        if (part.length > start + capacity - end) throw new Sm2Error(`${name}: more than ${capacity} bytes`);
        bytes.set(part, end);
        end += part.length;
      }
      const len = operation(...numbers, ...parts.map((part) => part.length));
      const answer = bytes.slice(start, start + Math.abs(len));
      end = Math.max(end, start + Math.abs(len));
      if (len < 0) throw new Sm2Error(new TextDecoder().decode(answer), { cause: this.#randomFailure });
      return answer;
    } finally {
      bytes.fill(0, start, end);
      bytes.fill(0, 0, __stack_pointer.value);
    }
  }

  /// e = SM3(Z ‖ message), where calling the export `begin` gives Z. Messages may be longer than the buffer.
  #prehash(message, begin, numbers, ...parts) {
    if (!(message instanceof Uint8Array)) throw new TypeError("a message is bytes, as Uint8Array");
    this.call(begin, numbers, ...parts);
    const step = this.#exports.buffer_len();
    for (let at = 0; at < message.length; at += step) {
      this.call("prehash_update", [], message.subarray(at, at + step));
    }
    return this.call("prehash_end", []);
  }

  /// A new private key.
  generateSigningKey({ id = DEFAULT_ID } = {}) {
    return this.#signingKey("signing_key_generate", id);
  }

  /// From d, 32 bytes. Wiping the caller's `d` is the caller's.
  signingKeyFromBytes(d, { id = DEFAULT_ID } = {}) {
    return this.#signingKey("signing_key_from_bytes", d, id);
  }

  /// From the DER of PKCS#8.
  signingKeyFromPkcs8(der, { id = DEFAULT_ID } = {}) {
    return this.#signingKey("signing_key_from_pkcs8", der, id);
  }

  /// From the DER of a SEC1 `ECPrivateKey`.
  signingKeyFromSec1(der, { id = DEFAULT_ID } = {}) {
    return this.#signingKey("signing_key_from_sec1", der, id);
  }

  #signingKey(name, ...parts) {
    const [number] = this.call(name, [], ...parts);
    return new SigningKey(this, number, (message) => this.#prehash(message, "prehash_begin_signing", [number]));
  }

  /// From `04` ‖ x ‖ y, 65 bytes, or `02` or `03` ‖ x, 33 bytes.
  verifyingKeyFromSec1(bytes, { id = DEFAULT_ID } = {}) {
    return this.#verifyingKey("verifying_key_from_sec1", bytes, id);
  }

  /// From the DER of a SubjectPublicKeyInfo.
  verifyingKeyFromSpki(der, { id = DEFAULT_ID } = {}) {
    return this.#verifyingKey("verifying_key_from_spki", der, id);
  }

  #verifyingKey(name, bytes, id) {
    const point = this.call(name, [], bytes);
    const ownId = id.slice();
    const prehash = (message) => this.#prehash(message, "prehash_begin_verifying", [], point, ownId);
    prehash(new Uint8Array()); // refuses an identifier that is too long
    return new VerifyingKey(this, point, prehash);
  }
}

/// A private key. It lies in the module's memory until `dispose` is called.
class SigningKey {
  #sm2;
  #number;
  #prehash;

  constructor(sm2, number, prehash) {
    this.#sm2 = sm2;
    this.#number = number;
    this.#prehash = prehash;
  }

  get #alive() {
    if (this.#number === undefined) throw new Sm2Error("the private key was disposed of");
    return this.#number;
  }

  /// The signature of a message: r ‖ s, or DER. Fresh random bytes go into the nonce; `deterministic` leaves them out (RFC 6979).
  sign(message, options) {
    void this.#alive;
    return this.signPrehash(this.#prehash(message), options);
  }

  /// The same for e = SM3(Z ‖ message), 32 bytes.
  signPrehash(e, { der = false, deterministic = false } = {}) {
    const name = deterministic ? "sign_prehash_deterministic" : "sign_prehash";
    return this.#sm2.call(name, [this.#alive, Number(der)], e);
  }

  /// With the nonce k. For known-answer tests alone, and in a module built with the feature `hazmat`.
  signPrehashWithNonce(e, k, { der = false } = {}) {
    return this.#sm2.call("sign_prehash_with_nonce", [this.#alive, Number(der)], e, k);
  }

  /// `04` ‖ x ‖ y, 65 bytes.
  publicKey() {
    return this.#sm2.call("signing_key_public", [this.#alive]);
  }

  /// d, 32 bytes: the caller's to wipe.
  toBytes() {
    return this.#sm2.call("signing_key_to_bytes", [this.#alive]);
  }

  /// Wipes the key, which cannot be used any more.
  dispose() {
    if (this.#number !== undefined) this.#sm2.call("signing_key_dispose", [this.#number]);
    this.#number = undefined;
  }
}

/// A public key with the identifier of its owner.
class VerifyingKey {
  #sm2;
  #point;
  #prehash;

  constructor(sm2, point, prehash) {
    this.#sm2 = sm2;
    this.#point = point;
    this.#prehash = prehash;
  }

  /// Is it a signature of the message? Throws if it is malformed: not 64 bytes or strict DER, as `der` says, or out of range.
  verify(message, signature, options) {
    return this.verifyPrehash(this.#prehash(message), signature, options);
  }

  /// The same for e = SM3(Z ‖ message), 32 bytes; the identifier plays no part any more.
  verifyPrehash(e, signature, { der = false } = {}) {
    const [valid] = this.#sm2.call("verify_prehash", [Number(der)], this.#point, e, signature);
    return valid === 1;
  }

  /// e = SM3(Z ‖ message).
  prehash(message) {
    return this.#prehash(message);
  }

  /// `04` ‖ x ‖ y, 65 bytes.
  toSec1() {
    return this.#point.slice();
  }
}
