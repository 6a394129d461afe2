package dev.mayfly.test.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Why a document will expire, has expired, or never does.
 *
 * @param now the instant at which this is true
 * @param state {@code live}, or what has become of it
 * @param why the answer as a sentence
 * @param changes what would change it, as sentences
 * @param rule the rule that decides, such as {@code index seen_1}; empty if none does
 * @param deadline when it expires; empty if it never does
 */
public record Explanation(
        Instant now, String state, String why, List<String> changes, String rule, Optional<Instant> deadline) {
    public Explanation {
        changes = List.copyOf(changes);
    }

    /** Returns true if clients see the document. */
    public boolean isLive() {
        return state.equals("live");
    }

    /** For how long it lives yet; empty if it never expires, or is expired already. */
    public Optional<Duration> timeLeft() {
        return isLive() ? deadline.map(end -> Duration.between(now, end)) : Optional.empty();
    }

    static Explanation of(JsonTree answer) {
        return new Explanation(
                answer.instant("now").orElseThrow(),
                answer.text("state"),
                answer.text("why"),
                answer.texts("changes"),
                answer.text("rule"),
                answer.instant("deadline"));
    }
}
