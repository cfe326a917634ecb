// A thread -> the message that the client itself writes when the API refused; it costs nothing and came from no model.
import { type Thread, emit, stamp } from "./thread.ts";
import { add } from "./truth.ts";

const model = "<synthetic>";

export function apiError(thread: Thread): void {
  const { rng, truth, version } = thread.session;
  const newest = version.attachments === "rendered";
  const none = { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  const usage = {
    ...none,
    server_tool_use: { web_search_requests: 0, web_fetch_requests: 0 },
    service_tier: null,
    cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 },
  };
  const content = [{ type: "text", text: 'API Error: 529 {"type":"error","error":{"type":"overloaded_error"}}' }];
  const message = {
    id: rng.uuid(),
    model,
    role: "assistant",
    stop_reason: "stop_sequence",
    stop_sequence: "",
    type: "message",
    usage,
    content,
  };
  truth.apiMessages += 1;
  add(truth.models, model);
  const status = newest ? { apiErrorStatus: 529, apiErrorType: "overloaded_error" } : {};
  emit(thread, { type: "assistant", ...stamp(thread), message, isApiErrorMessage: true, ...status });
}
