// A scene in the part of the address after #: "#/stages" as it comes, "#/stages/DATA" as it was left.
// DATA is the saved document, compressed, so a bug report is a link and needs no server.
import { DocumentError, fromDocument, toDocument, type Saved } from "./document.js";

export interface Address {
  readonly scene: string | null;
  readonly saved: Saved | null;
}

/** Unpacked, a link may hold no more than this: a few bytes can unpack to gigabytes. */
const LONGEST = 16 * 1024 * 1024;

/** Writes the part of an address that opens what was saved. */
export async function writeAddress(saved: Saved): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(toDocument(saved)));
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `#/${saved.scene}/${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Reads what `writeAddress` wrote; a scene that is no scene of the gallery is for the caller to refuse. */
export async function readAddress(hash: string): Promise<Address> {
  const [, scene, data] = /^#\/([^/]*)(?:\/(.*))?$/.exec(hash) ?? [];
  if (!scene) return { scene: null, saved: null };
  if (!data) return { scene, saved: null };
  return { scene, saved: fromDocument(JSON.parse(await unpack(data))) };
}

async function unpack(data: string): Promise<string> {
  try {
    const binary = atob(data.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (each) => each.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let text = "";
    const reader = stream.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      text += decoder.decode(part.value, { stream: true });
      if (text.length > LONGEST) throw new DocumentError("", `the link holds more than ${LONGEST} characters`);
    }
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw new DocumentError("", "the link is damaged; it may have been cut short on its way");
  }
}
