package dev.mayfly.engine;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.catalog.BaseInstant;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A policy as the design words it, with deadlines in exact arithmetic; null is no deadline. */
record ModelPolicy(List<Rule> rules, long grace, boolean lazy, boolean masked) {
    private static final BigInteger THOUSAND = BigInteger.valueOf(1000);

    /** What time cannot reach is never. */
    private static final BigInteger NEVER = BigInteger.valueOf(Long.MAX_VALUE);

    sealed interface Rule {
        /** @param seconds for documents that ask for nothing; null when those live on */
        record Modified(@Nullable Long seconds) implements Rule {}

        /** @param index the index that carries the rule */
        record Field(String index, String path, boolean partial, long seconds) implements Rule {}

        record Absolute() implements Rule {}
    }

    ModelPolicy {
        rules = List.copyOf(rules);
    }

    ModelPolicy withRules(List<Rule> changed) {
        return new ModelPolicy(changed, grace, lazy, masked);
    }

    @Nullable
    BigInteger deadline(ModelDocument document, BaseInstant base) {
        BigInteger earliest = null;
        if (masked) {
            return null;
        }
        for (Rule rule : rules) {
            BigInteger deadline = deadline(rule, document, base);
            if (deadline != null && (earliest == null || deadline.compareTo(earliest) < 0)) {
                earliest = deadline;
            }
        }
        return earliest == null || earliest.compareTo(NEVER) >= 0 ? null : earliest;
    }

    private static @Nullable BigInteger deadline(Rule rule, ModelDocument document, BaseInstant base) {
        return switch (rule) {
            case Rule.Absolute _ ->
                document.lifetime instanceof Lifetime.Until end ? BigInteger.valueOf(end.epochMillis()) : null;
            case Rule.Field field -> {
                List<Long> dates = field.path.equals("at") ? document.fields.at() : document.fields.until();
                boolean counts = !dates.isEmpty() && (!field.partial || document.fields.p() == 1);
                yield counts
                        ? plusSeconds(
                                dates.stream().mapToLong(date -> date).min().orElseThrow(), field.seconds)
                        : null;
            }
            case Rule.Modified modified -> {
                Long seconds = modified.seconds;
                yield switch (document.lifetime) {
                    case Lifetime.For span -> plusSeconds(base(document, base), span.seconds());
                    case Lifetime.Inherit _ when seconds != null -> plusSeconds(base(document, base), seconds);
                    case Lifetime.Inherit _, Lifetime.Forever _, Lifetime.Until _ -> null;
                };
            }
        };
    }

    private static long base(ModelDocument document, BaseInstant base) {
        Long ts = document.fields.ts();
        return switch (base) {
            case MODIFIED -> document.modified;
            case WHOLE_SECOND -> Math.floorDiv(document.modified, 1000L) * 1000L;
            case ROOT_TS -> ts == null ? document.modified : ts;
        };
    }

    private static BigInteger plusSeconds(long instant, long seconds) {
        return BigInteger.valueOf(instant).add(BigInteger.valueOf(seconds).multiply(THOUSAND));
    }
}
