// The vectors of tests/vectors, and the published ones where they are, through modules built with the features `pkcs8` and `hazmat`:
//
//     node test.mjs MODULE.wasm...

import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Sm2, Sm2Error } from "./sm2.mjs";

// Node 18 keeps it from view.
globalThis.crypto ??= webcrypto;

const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const utf8 = (text) => new TextEncoder().encode(text);

/// What `work` returns, or `undefined` if it refuses its input. A trap, or a mistake in this file, is no refusal.
function accepted(work) {
  try {
    return work();
  } catch (error) {
    if (error instanceof Sm2Error) return undefined;
    throw error;
  }
}

/// Runs `check` on those vectors of a file that `wanted` picks: exactly `count`.
function run(folder, name, count, check, wanted = () => true) {
  const file = JSON.parse(readFileSync(new URL(`${name}.json`, folder)));
  assert.equal(file.vectors.length, file.count, name);
  const vectors = file.vectors.filter(wanted);
  const failed = vectors.filter((vector) => {
    try {
      check(vector);
    } catch (error) {
      console.error(`${vector.tcId}: ${vector.comment}: ${error.message}`);
      return true;
    }
  });
  assert.equal(failed.length, 0, `${name}: ${failed.length} failed`);
  assert.equal(vectors.length, count, `${name}: number of vectors`);
  return count;
}

/// `policy` vectors: this crate accepts none of those that are run here; tests/edge_vectors.rs has the reasons.
const isValid = (vector) => vector.result === "valid";

/// The forms of a vector's signature: each with the option that reads it.
function signatures(vector) {
  const forms = [];
  if (vector.sig_der !== undefined) forms.push([unhex(vector.sig_der), { der: true }]);
  if (vector.sig_raw !== undefined) forms.push([unhex(vector.sig_raw), { der: false }]);
  if (vector.r?.length === 64 && vector.s?.length === 64) forms.push([unhex(vector.r + vector.s), { der: false }]);
  assert(forms.length > 0, "no signature");
  return forms;
}

function checkVerdict(sm2, vector) {
  const [pub, valid] = [unhex(vector.pub), isValid(vector)];
  let verdicts = 0;
  for (const [signature, options] of signatures(vector)) {
    if (vector.e !== undefined) {
      const verdict = accepted(() =>
        sm2.verifyingKeyFromSec1(pub).verifyPrehash(unhex(vector.e), signature, options),
      );
      assert.equal(verdict ?? false, valid, "prehash");
      verdicts++;
    }
    if (vector.msg !== undefined) {
      const verdict = accepted(() =>
        sm2.verifyingKeyFromSec1(pub, { id: unhex(vector.id) }).verify(unhex(vector.msg), signature, options),
      );
      // With another hash it is no signature of the message here.
      assert.equal(verdict ?? false, valid && vector.hash === undefined, "message");
      verdicts++;
    }
  }
  assert(verdicts > 0, "nothing to verify");
}

/// `check` with a private key that is disposed of afterwards.
function withKey(key, check) {
  try {
    return check(key);
  } finally {
    key.dispose();
  }
}

function checkGivenNonce(sm2, vector) {
  const [e, k] = [unhex(vector.e), unhex(vector.k)];
  const key = accepted(() => sm2.signingKeyFromBytes(unhex(vector.d)));
  assert.equal(key === undefined, vector.category === "d_out_of_range", "private key");
  if (key === undefined) return;
  withKey(key, (key) => {
    const signature = accepted(() => key.signPrehashWithNonce(e, k));
    assert.equal(signature && hex(signature), isValid(vector) ? vector.r + vector.s : undefined, "raw");
    if (!isValid(vector)) return;
    assert.equal(hex(key.publicKey()), vector.pub, "public key");
    assert.equal(hex(key.signPrehashWithNonce(e, k, { der: true })), vector.sig_der, "DER");
    checkVerdict(sm2, vector);
  });
}

function checkDeterministic(sm2, vector) {
  const options = vector.id === undefined ? {} : { id: unhex(vector.id) };
  withKey(sm2.signingKeyFromBytes(unhex(vector.d), options), (key) => {
    assert.equal(hex(key.publicKey()), vector.pub, "public key");
    const signature = key.signPrehash(unhex(vector.e), { deterministic: true });
    assert.equal(hex(signature), vector.r + vector.s, "prehash");
    if (vector.msg !== undefined) {
      const signature = key.sign(unhex(vector.msg), { deterministic: true, der: true });
      assert.equal(hex(signature), vector.sig_der, "message");
    }
    checkVerdict(sm2, vector);
  });
}

function checkKey(sm2, vector) {
  const bytes = unhex(vector.der);
  const key = accepted(() => {
    switch (vector.format) {
      case "scalar":
        return sm2.signingKeyFromBytes(bytes);
      case "sec1":
        return sm2.signingKeyFromSec1(bytes);
      case "pkcs8":
        return sm2.signingKeyFromPkcs8(bytes);
      case "spki":
        return sm2.verifyingKeyFromSpki(bytes);
      case "point":
        return sm2.verifyingKeyFromSec1(bytes);
    }
    assert.fail(`no reader for ${vector.format}`);
  });
  assert.equal(key !== undefined, isValid(vector), "accepted");
  if (key === undefined) return;
  if (["point", "spki"].includes(vector.format)) {
    assert.equal(hex(key.toSec1()), vector.pub, "public key");
    return;
  }
  withKey(key, (key) => {
    assert.equal(hex(key.publicKey()), vector.pub, "public key");
    assert.equal(hex(key.toBytes()), vector.d, "d");
  });
}

/// Z is not to be had here, but e is made with it.
function checkPrehash(sm2, vector) {
  const options = { id: unhex(vector.id) };
  const e = accepted(() => sm2.verifyingKeyFromSec1(unhex(vector.pub), options).prehash(unhex(vector.msg)));
  assert.equal(e && hex(e), vector.za === null ? undefined : vector.e);
  if (e === undefined) {
    assert.throws(() => sm2.signingKeyFromBytes(new Uint8Array(32).fill(1), options), Sm2Error);
  }
}

const ORDER = BigInt("0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123");

/// k·G is the public key of k, where that is a private key.
function checkMultiple(sm2, vector) {
  const k = BigInt(`0x${vector.k}`);
  const key = accepted(() => sm2.signingKeyFromBytes(unhex(vector.k)));
  assert.equal(key !== undefined, 0n < k && k < ORDER - 1n);
  if (key !== undefined) withKey(key, (key) => assert.equal(hex(key.publicKey()), vector.kG));
}

function edgeVectors(sm2) {
  const folder = new URL("../../tests/vectors/", import.meta.url);
  const verdict = (vector) => checkVerdict(sm2, vector);
  return (
    run(folder, "edge_verify", 482, verdict) +
    run(folder, "edge_der", 80, verdict) +
    run(folder, "edge_raw", 30, verdict) +
    run(folder, "edge_id", 71, verdict) +
    run(folder, "edge_sign", 66, (vector) => checkGivenNonce(sm2, vector)) +
    run(folder, "edge_rfc6979", 30, (vector) => checkDeterministic(sm2, vector)) +
    run(folder, "edge_keys", 174, (vector) => checkKey(sm2, vector)) +
    run(folder, "edge_za", 53, (vector) => checkPrehash(sm2, vector)) +
    run(folder, "edge_point", 71, (vector) => checkMultiple(sm2, vector), (v) => v.category === "scalar_mult")
  );
}

/// The folder of other projects' vectors, as the Rust tests find it: `undefined` if there is none, which fails in CI.
function publishedFolder() {
  const path = process.env.SM2P256_VECTORS;
  const folder = path ? pathToFileURL(`${path}/`) : new URL("../../../shared/vectors/", import.meta.url);
  if (existsSync(folder)) return folder;
  assert(!path && process.env.CI !== "true", `no ${folder.pathname}`);
  console.log(`published vectors SKIPPED: no ${folder.pathname}, and SM2P256_VECTORS is not set`);
}

function publishedVectors(sm2, folder) {
  const verdict = (vector) => checkVerdict(sm2, vector);
  return (
    run(folder, "published_signatures", 26, verdict) +
    run(folder, "published_certificates", 176, verdict) +
    run(folder, "published_keys", 128, (vector) => checkKey(sm2, vector)) +
    run(folder, "published_z", 4, (vector) => checkPrehash(sm2, vector))
  );
}

const d = unhex("1b8d4105bbd2b5ac5f6d856b21a7ff3e97ba925452b4eab4478759e94c6bef1e");

function signsWithRandomness(sm2) {
  withKey(sm2.generateSigningKey(), (key) => {
    const publicKey = sm2.verifyingKeyFromSec1(key.publicKey());
    // Across the parts in which a message goes in.
    for (const length of [0, 1, 16383, 16384, 16385, 100000]) {
      const message = new Uint8Array(length).fill(0x5a);
      const [first, second] = [key.sign(message), key.sign(message, { der: true })];
      assert(publicKey.verify(message, first));
      assert(publicKey.verify(message, second, { der: true }));
      assert.notEqual(hex(key.sign(message)), hex(first));
      const other = Uint8Array.from(message.length === 0 ? [0] : message);
      other[other.length - 1] ^= 1;
      assert(!publicKey.verify(other, first));
    }
    withKey(sm2.generateSigningKey(), (other) => assert.notEqual(hex(other.publicKey()), hex(key.publicKey())));
  });
}

const isRandomFailure = (error) => error instanceof Sm2Error && error.message === "random source failed";

/// Every random byte comes from the function that was given, and where that fails there is no signature and no key.
async function obeysTheRandomSource(wasm) {
  const calls = [];
  let failure;
  const sm2 = await Sm2.load(wasm, (bytes) => {
    calls.push(bytes.length);
    if (failure) throw failure;
    bytes.fill(0x11);
  });
  const generated = sm2.generateSigningKey();
  assert.equal(hex(generated.toBytes()), "11".repeat(32));
  const [first, second] = [generated.sign(d), generated.sign(d)];
  assert.equal(hex(first), hex(second));
  assert.notEqual(hex(first), hex(generated.sign(d, { deterministic: true })));
  assert.deepEqual(calls, [32, 22, 22]);
  failure = new Error("no entropy");
  const isFailure = (error) => isRandomFailure(error) && error.cause === failure;
  assert.throws(() => generated.sign(d), isFailure);
  assert.throws(() => sm2.generateSigningKey(), isFailure);
  failure = undefined;
  assert.equal(hex(generated.sign(d)), hex(first));
  // A source that calls back into the module fails, and that is all.
  const nested = await Sm2.load(wasm, () => nested.generateSigningKey());
  assert.throws(() => nested.generateSigningKey(), (error) => isRandomFailure(error) && error.cause instanceof WebAssembly.RuntimeError);
  nested.signingKeyFromBytes(d).dispose();
}

function tellsWhatIsWrong(sm2) {
  const says = (message, work) => assert.throws(work, (error) => error instanceof Sm2Error && error.message === message);
  says("private key is not in [1, n - 2]", () => sm2.signingKeyFromBytes(new Uint8Array(32)));
  says("wrong number of bytes", () => sm2.signingKeyFromBytes(d.subarray(1)));
  says("not the DER of an SM2 key in this format", () => sm2.signingKeyFromPkcs8(d));
  says("public key is not on the curve", () => sm2.verifyingKeyFromSec1(new Uint8Array(65).fill(4)));
  says("distinguishing identifier is longer than 8191 bytes", () => sm2.signingKeyFromBytes(d, { id: new Uint8Array(8192) }));
  says("signing_key_from_bytes: more than 16384 bytes", () => sm2.signingKeyFromBytes(new Uint8Array(20000)));
  withKey(sm2.signingKeyFromBytes(d), (key) => {
    const publicKey = sm2.verifyingKeyFromSec1(key.publicKey());
    says("wrong number of bytes", () => key.signPrehash(d.subarray(1)));
    says("wrong number of bytes", () => publicKey.verify(d, d));
    says("signature is not the strict DER of two positive integers", () => publicKey.verify(d, d, { der: true }));
    assert.throws(() => key.sign("text"), TypeError);
    assert.throws(() => sm2.verifyingKeyFromSec1(key.publicKey(), { id: "text" }), TypeError);
    assert.throws(() => sm2.generateSigningKey({ id: "text" }), TypeError);
    key.dispose();
    says("the private key was disposed of", () => key.sign(d));
  });
  // Numbers that no key has, lengths that the buffer has not.
  for (const number of [0, 63, 64, -1]) says("no such private key", () => sm2.call("signing_key_public", [number]));
  says("arguments longer than the buffer", () => sm2.call("verifying_key_from_sec1", [16385]));
  says("arguments longer than the buffer", () => sm2.call("verifying_key_from_sec1", [-1]));
  says("no prehash was begun", () => sm2.call("prehash_end", []));
  // As many keys as there is room for, and again once they are gone.
  for (const _ of [1, 2]) {
    const keys = Array.from({ length: 64 }, () => sm2.signingKeyFromBytes(d));
    says("too many private keys: dispose of those no longer used", () => sm2.signingKeyFromBytes(d));
    keys.forEach((key) => key.dispose());
  }
}

/// After a private key is disposed of, no eight bytes of it or of its last nonce are anywhere in memory.
async function leavesNothingBehind(wasm) {
  let memory;
  // A random source sees it.
  const sm2 = await Sm2.load(wasm, (bytes) => {
    memory = Buffer.from(bytes.buffer);
    bytes.fill(0x11);
  });
  sm2.generateSigningKey().dispose();
  const nonce = unhex("6cb28d99385c175c94f94e934817663fc176d925dd72b727260dbaae1fb2f96f");
  const found = (secret) => {
    // Big-endian, and as limbs.
    const forms = [Buffer.from(secret), Buffer.from(secret).reverse()];
    return forms.some((form) => [0, 8, 16, 24].some((at) => memory.includes(form.subarray(at, at + 8))));
  };
  const key = sm2.signingKeyFromBytes(d);
  assert(found(d), "a key that is in memory is found");
  key.sign(utf8("message"), { deterministic: true });
  key.signPrehashWithNonce(d.map((byte) => byte ^ 0xff), nonce);
  assert(!found(nonce), "a nonce is left in memory");
  assert.equal(hex(key.toBytes()), hex(d));
  key.dispose();
  assert(!found(d), "a private key is left in memory");
}

const modules = process.argv.slice(2);
assert(modules.length > 0, "usage: node test.mjs MODULE.wasm...");
const published = publishedFolder();
for (const path of modules) {
  const start = performance.now();
  const wasm = readFileSync(path);
  const response = new Response(wasm, { headers: { "content-type": "application/wasm" } });
  const sm2 = await Sm2.load(Promise.resolve(response));
  signsWithRandomness(sm2);
  tellsWhatIsWrong(sm2);
  await obeysTheRandomSource(wasm);
  await leavesNothingBehind(wasm);
  const edge = edgeVectors(sm2);
  const others = published ? `${publishedVectors(sm2, published)} published` : "no published";
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${path}, ${wasm.length} bytes: ${edge} vectors and ${others} ones passed in ${seconds} s`);
}
