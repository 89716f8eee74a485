// How something leaves the page: into the clipboard, into a file, to another program of the device.

/** Whether it is in the clipboard now. What is still being fetched is promised to it, while the tap still counts. */
export async function copied(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === 'string') await navigator.clipboard.writeText(text);
    else if (typeof ClipboardItem === 'undefined') await navigator.clipboard.writeText(await text);
    else await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text.then((found) => new Blob([found], { type: 'text/plain' })) })]);
    return true;
  } catch {
    return false;
  }
}

export function download(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // the browser has taken it by then
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function canShare(data: ShareData): boolean {
  return typeof navigator.share === 'function' && (navigator.canShare === undefined || navigator.canShare(data));
}

/** Whether somebody took it; who changes his mind has done nothing wrong. */
export async function shared(data: ShareData): Promise<boolean> {
  try {
    await navigator.share(data);
    return true;
  } catch {
    return false;
  }
}
