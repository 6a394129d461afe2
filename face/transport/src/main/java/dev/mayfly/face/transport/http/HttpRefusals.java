package dev.mayfly.face.transport.http;

/**
 * The responses of a port to requests that the transport refuses before a handler sees them. Safe for concurrent use.
 */
@FunctionalInterface
public interface HttpRefusals {
    /** Responds with plain text. */
    HttpRefusals TEXT = (status, words) -> HttpResponse.text(status, words + "\n");

    /** @param words why, in a sentence without its full stop */
    HttpResponse refusal(int status, String words);
}
