type BeforeRequest = Electron.OnBeforeRequestListenerDetails;
type HeadersReceived = Electron.OnHeadersReceivedListenerDetails;

/**
 * `session.webRequest`: may cancel a request, and change the headers of a response. One listener each, as in Electron.
 */
export class WebRequestDouble {
  #beforeRequest: ((details: BeforeRequest, answer: (response: Electron.CallbackResponse) => void) => void) | null =
    null;
  #headersReceived:
    | ((details: HeadersReceived, answer: (response: Electron.HeadersReceivedResponse) => void) => void)
    | null = null;

  /** Asked before every request; null takes the listener away. */
  onBeforeRequest(
    listener: ((details: BeforeRequest, answer: (response: Electron.CallbackResponse) => void) => void) | null,
  ): void {
    this.#beforeRequest = listener;
  }

  /** Asked for every response; null takes the listener away. */
  onHeadersReceived(
    listener: ((details: HeadersReceived, answer: (response: Electron.HeadersReceivedResponse) => void) => void) | null,
  ): void {
    this.#headersReceived = listener;
  }

  /** For the double: whether the shell cancels this request. */
  async isCancelled(details: BeforeRequest): Promise<boolean> {
    const listener = this.#beforeRequest;
    if (listener === null) return false;
    const answer = await new Promise<Electron.CallbackResponse>((resolve) => listener(details, resolve));
    return answer.cancel === true;
  }

  /** For the double: the headers the page gets. */
  async headersFor(
    details: HeadersReceived,
    headers: Readonly<Record<string, string>>,
  ): Promise<Record<string, string>> {
    const listener = this.#headersReceived;
    if (listener === null) return { ...headers };
    const answer = await new Promise<Electron.HeadersReceivedResponse>((resolve) => listener(details, resolve));
    const changed = Object.entries(answer.responseHeaders ?? {}).map(([name, value]) => [name, String(value)]);
    return changed.length === 0 ? { ...headers } : Object.fromEntries(changed);
  }
}
