/** Gives the reader a file. */
export function download(data: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(data);
  link.download = name;
  link.click();
  // The browser needs the address a little longer than this call lasts.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
