package dev.mayfly.face.transport;

/** How a port words what the transport refuses by itself, before any handler hears of it. Safe for concurrent use. */
@FunctionalInterface
public interface HttpRefusals {
    /** The words alone. */
    HttpRefusals TEXT = (status, words) -> HttpResponse.text(status, words + "\n");

    /** @param words why, in a sentence without its full stop */
    HttpResponse refusal(int status, String words);
}
