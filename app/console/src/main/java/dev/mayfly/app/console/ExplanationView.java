package dev.mayfly.app.console;

import dev.mayfly.base.document.Stamp;
import dev.mayfly.engine.Explanation;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.expiry.Deadlines;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a document will expire, has expired, or never does.
 *
 * @param now the instant this is true as of
 * @param state {@code live}, {@code hidden} or {@code dead}
 * @param reason a word for programs
 * @param why in a sentence
 * @param changes what would give it another fate
 * @param rule what decides, or null
 * @param deadline by the current policy, or null
 * @param timeLeftMillis of a live document, or null
 * @param deadFrom from when it may be destroyed if nothing changes, or null
 * @param held whether it died before a change of policy, and so stays dead
 * @param rules what every rule says about it
 */
record ExplanationView(
        String collection,
        String id,
        @Nullable InstantView now,
        String state,
        String reason,
        String why,
        List<String> changes,
        @Nullable String rule,
        @Nullable InstantView deadline,
        @Nullable Long timeLeftMillis,
        @Nullable InstantView deadFrom,
        boolean held,
        StampView stamp,
        PolicyView policy,
        List<VerdictView> rules) {
    record StampView(long version, @Nullable InstantView modified, String lifetime) {
        static StampView of(Stamp stamp) {
            return new StampView(stamp.version(), InstantView.of(stamp.modified()), Lifetimes.words(stamp.lifetime()));
        }
    }

    /**
     * What one rule says.
     *
     * @param reason why it gives no deadline, a word for programs, or null
     * @param why the same as a clause, or null
     * @param from the instant it counts from, or null where it finds none
     * @param deadline what it makes of that, or null
     */
    record VerdictView(
            String rule,
            String field,
            @Nullable String reason,
            @Nullable String why,
            @Nullable InstantView from,
            @Nullable InstantView deadline) {
        static VerdictView of(CollectionRecord record, Explanation.RuleVerdict verdict, RuleReasons.Reason reason) {
            boolean isDecided = reason.obstacle() == Obstacle.NONE;
            return new VerdictView(
                    RuleNames.of(record, verdict.queue()),
                    verdict.path(),
                    isDecided ? null : reason.obstacle().word(),
                    isDecided ? null : reason.words(),
                    InstantView.of(verdict.instant()),
                    InstantView.of(verdict.deadline()));
        }
    }

    static ExplanationView of(CollectionRecord record, String id, Explanation found) {
        String rule = found.decidingQueue() == 0 ? null : RuleNames.of(record, found.decidingQueue());
        String state = found.dead() ? "dead" : found.hidden() ? "hidden" : "live";
        Reasons reasons = new Reasons(record, found);
        RuleReasons rules = new RuleReasons(record, found);
        return new ExplanationView(
                record.name().toString(),
                id,
                InstantView.of(found.now()),
                state,
                reasons.code(),
                reasons.sentence(),
                reasons.changes(),
                rule,
                InstantView.of(found.deadline()),
                timeLeft(found),
                found.deadFrom() == Deadlines.NO_DEADLINE ? null : InstantView.of(found.deadFrom()),
                found.held(),
                StampView.of(found.stamp()),
                PolicyView.of(record),
                found.rules().stream()
                        .map(verdict -> VerdictView.of(record, verdict, rules.of(verdict)))
                        .toList());
    }

    private static @Nullable Long timeLeft(Explanation found) {
        boolean counts = !found.hidden() && found.deadline() != Deadlines.NO_DEADLINE;
        return counts ? found.deadline() - found.now() : null;
    }
}
