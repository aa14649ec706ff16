/** Bytes a second of the slowest connection for which an upload still waits. */
const slowest = 16_000;
const answerBound = 20_000;

/** Time limit in milliseconds for an upload of so many bytes. */
export const uploadTimeout = (bytes: number): number => answerBound + (bytes / slowest) * 1_000;

/** A `fetch` that reports upload progress, as the browser's cannot; it follows no redirect. `part`: 0 to 1; NaN while unknown. */
export function uploadFetch(onProgress: (part: number) => void): typeof fetch {
  return (input, init = {}) =>
    new Promise((resolve, reject) => {
      const url = input instanceof Request ? input.url : String(input);
      const request = new XMLHttpRequest();
      const failed = () => reject(new TypeError('the upload was cut off'));
      request.open(init.method ?? 'GET', url);
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
      request.withCredentials = init.credentials === 'include';
      request.upload.onprogress = ({ loaded, total, lengthComputable }) =>
        onProgress(lengthComputable && total > 0 ? loaded / total : Number.NaN);
      request.onload = () => {
        if (new URL(request.responseURL, location.href).href !== new URL(url, location.href).href) {
          failed();
          return;
        }
        const headers = new Headers();
        for (const line of request.getAllResponseHeaders().trim().split(/\r\n/)) {
          const [name = '', ...value] = line.split(': ');
          if (name !== '') headers.append(name, value.join(': '));
        }
        const { status } = request;
        // The `Response` constructor throws when an answer with these statuses has a body.
        const body = status === 204 || status === 304 ? null : request.responseText;
        resolve(new Response(body, { status, headers }));
      };
      request.onerror = request.onabort = request.ontimeout = failed;
      init.signal?.addEventListener('abort', () => request.abort());
      onProgress(Number.NaN);
      request.send(init.body instanceof Uint8Array ? new Blob([new Uint8Array(init.body)]) : null);
    });
}
