package dev.mayfly.engine.expiry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.test.harness.Seeds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Deadlines against exact arithmetic: never early, and right wherever time can reach. */
final class DeadlineProperties {
    private static final BigInteger NONE = BigInteger.valueOf(Deadlines.NO_DEADLINE);
    private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);

    /** Instants at which smaller numbers end: 2038, 2106, the year 9999, and those of the types themselves. */
    private static final List<Long> EDGES = List.of(
            0L,
            1L << 31,
            (1L << 31) * 1000,
            1L << 32,
            (1L << 32) * 1000,
            1L << 53,
            253_402_300_799_999L,
            Long.MAX_VALUE,
            Long.MIN_VALUE,
            Long.MAX_VALUE / 1000,
            Long.MIN_VALUE / 1000);

    private static long any(RandomGenerator random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextLong();
            case 1 -> random.nextLong(4_000_000_000_000L);
            default -> {
                BigInteger near = BigInteger.valueOf(EDGES.get(random.nextInt(EDGES.size())))
                        .add(BigInteger.valueOf(random.nextInt(5) - 2));
                yield near.max(LEAST).min(NONE).longValue();
            }
        };
    }

    private static long seconds(RandomGenerator random) {
        return any(random) & Long.MAX_VALUE;
    }

    private static BigInteger exact(long instant, long seconds) {
        return BigInteger.valueOf(instant).add(BigInteger.valueOf(seconds).multiply(BigInteger.valueOf(1000)));
    }

    @Test
    void secondsBecomeMillisecondsOrNever() {
        Seeds.run(100_000, (_, random) -> {
            long seconds = seconds(random);
            BigInteger exact = BigInteger.valueOf(seconds).multiply(BigInteger.valueOf(1000));
            assertEquals(exact.min(NONE).longValueExact(), Deadlines.secondsToMillis(seconds));
        });
    }

    @Test
    void aDeadlineIsTheExactSumOrNone() {
        Seeds.run(100_000, (_, random) -> {
            long instant = any(random);
            long seconds = seconds(random);
            long deadline = Deadlines.plus(instant, Deadlines.secondsToMillis(seconds));
            BigInteger exact = exact(instant, seconds);
            assertTrue(BigInteger.valueOf(deadline).compareTo(exact.min(NONE)) >= 0, "early");
            boolean reachable =
                    instant != Deadlines.NO_DEADLINE && exact.compareTo(NONE) < 0 && seconds < Long.MAX_VALUE / 1000;
            if (reachable) {
                assertEquals(exact.longValueExact(), deadline);
            }
        });
    }

    @Test
    void whatIsDueIsThePrefixOfItsQueue() {
        Seeds.run(100_000, (_, random) -> {
            long instant = any(random);
            long offset = Deadlines.secondsToMillis(seconds(random));
            long now = random.nextLong(Long.MAX_VALUE);
            boolean due = Deadlines.plus(instant, offset) <= now;
            long latest = Deadlines.latestDue(now, offset);
            // The very first instant stands for a queue in which nothing can be due.
            boolean inPrefix = instant != Deadlines.NO_DEADLINE && latest != Long.MIN_VALUE && instant <= latest;
            assertEquals(due, inPrefix, instant + " + " + offset + " at " + now);
        });
    }

    @Test
    void theEarliestRuleWins() {
        Seeds.run(50_000, (_, random) -> {
            Instants document =
                    new Instants(1, new int[] {QueueIds.INHERIT, QueueIds.FOR, QueueIds.UNTIL, 16, 17}, new long[] {
                        any(random), any(random), any(random), any(random), any(random)
                    });
            List<Rule> rules = rules(random);
            Policy policy = new Policy(rules, 0, Policy.Visibility.EXACT, false);
            BigInteger earliest = null;
            for (Rule rule : rules) {
                earliest = earlier(earliest, exact(rule, document));
            }
            long expected = earliest == null
                    ? Deadlines.NO_DEADLINE
                    : earliest.min(NONE).longValueExact();
            assertEquals(expected, policy.deadline(document), rules + " of " + document);
            assertEquals(Deadlines.NO_DEADLINE, policy.withMask(true).deadline(document));
            assertBoundary(policy, document, expected);
        });
    }

    private static void assertBoundary(Policy policy, Instants document, long deadline) {
        PolicyState state = PolicyState.initial(policy, 0);
        if (deadline != Deadlines.NO_DEADLINE) {
            assertTrue(state.isHidden(document, deadline));
            assertTrue(state.latestDue(policy.decidingQueue(document), deadline)
                    >= document.in(policy.decidingQueue(document)));
        }
        if (deadline > Long.MIN_VALUE) {
            assertTrue(!state.isHidden(document, deadline - 1));
        }
    }

    private static List<Rule> rules(RandomGenerator random) {
        List<Rule> rules = new ArrayList<>();
        for (int count = random.nextInt(4); count > 0; count--) {
            // So many seconds that even the earliest instant cannot bring them back into reach are never.
            long seconds = Math.min(seconds(random), Long.MAX_VALUE / 1000);
            rules.add(
                    switch (random.nextInt(4)) {
                        case 0 -> new Rule.Absolute();
                        case 1 -> new Rule.Modified(Rule.Modified.Kind.NO_DEFAULT, 0);
                        case 2 -> new Rule.Modified(Rule.Modified.Kind.AFTER, seconds);
                        default -> new Rule.Field(16 + random.nextInt(2), seconds);
                    });
        }
        return rules;
    }

    private static @Nullable BigInteger exact(Rule rule, Instants document) {
        return switch (rule) {
            case Rule.Absolute _ -> reach(document.in(QueueIds.UNTIL), 0);
            case Rule.Field field -> reach(document.in(field.queue()), field.afterSeconds());
            case Rule.Modified modified -> {
                BigInteger own = reach(document.in(QueueIds.FOR), 0);
                boolean inherits = modified.kind() == Rule.Modified.Kind.AFTER;
                yield inherits ? earlier(own, reach(document.in(QueueIds.INHERIT), modified.seconds())) : own;
            }
        };
    }

    private static @Nullable BigInteger reach(long instant, long seconds) {
        return instant == Deadlines.NO_DEADLINE ? null : exact(instant, seconds);
    }

    private static @Nullable BigInteger earlier(@Nullable BigInteger left, @Nullable BigInteger right) {
        return left == null ? right : right == null || left.compareTo(right) <= 0 ? left : right;
    }
}
