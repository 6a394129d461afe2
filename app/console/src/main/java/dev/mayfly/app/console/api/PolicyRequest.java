package dev.mayfly.app.console.api;

import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.text.Times;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.face.api.RuleChange;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A change of policy as requested; null leaves a part unchanged.
 *
 * @param rules the changed rules
 * @param maxExpire the number of documents this change may expire at once, if stated
 * @param confirm whether the caller accepts that documents expire at once, however many
 * @param yes the same, and that they may be more than the guard allows
 * @param guard the collection's guard for later changes
 */
record PolicyRequest(
        List<RuleChange> rules,
        @Nullable Long graceMillis,
        Policy.@Nullable Visibility visibility,
        @Nullable Long maxExpire,
        boolean confirm,
        boolean yes,
        @Nullable ExpireLimit guard) {
    private static final Set<String> FIELDS =
            Set.of("rules", "grace", "visibility", "maxExpire", "confirm", "yes", "guard");
    private static final Set<String> RULES = Set.of("default", "fields", "properties", "maxTTL");

    PolicyRequest {
        rules = List.copyOf(rules);
    }

    static PolicyRequest of(JsonNode body) {
        requireKnown(body, FIELDS, "");
        JsonNode limit = body.path("maxExpire");
        if (!limit.isMissingNode() && !(limit.isIntegralNumber() && limit.asLong() >= 0)) {
            throw AdminException.badRequest("maxExpire is a number of documents");
        }
        return new PolicyRequest(
                rules(body.path("rules")),
                body.has("grace") ? Long.valueOf(millis(body.path("grace"), "grace")) : null,
                visibility(body.path("visibility")),
                limit.isMissingNode() ? null : Long.valueOf(limit.asLong()),
                body.path("confirm").asBoolean(false),
                body.path("yes").asBoolean(false),
                guard(body.path("guard")));
    }

    static void requireKnown(JsonNode object, Set<String> known, String where) {
        if (!object.isObject()) {
            throw AdminException.badRequest((where.isEmpty() ? "the body" : where) + " is a JSON object");
        }
        for (String name : object.propertyNames()) {
            if (!known.contains(name)) {
                throw AdminException.badRequest("unknown field \"" + where + (where.isEmpty() ? "" : ".") + name
                        + "\"; it takes " + String.join(", ", new TreeSet<>(known)));
            }
        }
    }

    private static List<RuleChange> rules(JsonNode rules) {
        List<RuleChange> changes = new ArrayList<>();
        if (rules.isMissingNode()) {
            return changes;
        }
        requireKnown(rules, RULES, "rules");
        if (rules.has("default")) {
            changes.add(defaultOf(rules.path("default")));
        }
        Set<String> paths = new HashSet<>();
        for (JsonNode field : rules.path("fields")) {
            requireKnown(field, Set.of("path", "after"), "rules.fields");
            if (!field.path("path").isString()) {
                throw AdminException.badRequest("rules.fields.path says which field");
            }
            if (!paths.add(field.path("path").asString())) {
                throw AdminException.badRequest("rules.fields says a path twice");
            }
            boolean off = isWord(field.path("after"), "off");
            changes.add(new RuleChange.Field(
                    field.path("path").asString(),
                    off ? OptionalLong.empty() : OptionalLong.of(seconds(field.path("after"), "rules.fields.after"))));
        }
        changes.addAll(PropertyRequests.of(rules.path("properties")));
        if (rules.has("maxTTL")) {
            changes.add(maxTtl(rules.path("maxTTL")));
        }
        return changes;
    }

    private static RuleChange defaultOf(JsonNode value) {
        if (isWord(value, "off")) {
            return new RuleChange.DefaultOff();
        }
        return isWord(value, "none")
                ? new RuleChange.DefaultNone()
                : new RuleChange.DefaultAfter(seconds(value, "rules.default"));
    }

    private static RuleChange maxTtl(JsonNode value) {
        if (isWord(value, "inherit")) {
            return new RuleChange.MaxTtl(0);
        }
        if (isWord(value, "off")) {
            return new RuleChange.MaxTtl(-1);
        }
        long seconds = seconds(value, "rules.maxTTL");
        if (seconds < 1 || seconds > Integer.MAX_VALUE) {
            throw AdminException.badRequest("rules.maxTTL is from 1 s to " + Integer.MAX_VALUE + " s");
        }
        return new RuleChange.MaxTtl((int) seconds);
    }

    static boolean isWord(JsonNode value, String word) {
        return value.isString() && value.asString().equals(word);
    }

    private static long millis(JsonNode value, String name) {
        try {
            return Times.duration(value.isString() || value.isIntegralNumber() ? value.asString() : "")
                    .toMillis();
        } catch (DateTimeException | ArithmeticException wrong) {
            throw AdminException.badRequest(name + ": " + wrong.getMessage());
        }
    }

    static long seconds(JsonNode value, String name) {
        long millis = millis(value, name);
        if (millis % 1000 != 0) {
            throw AdminException.badRequest(name + " is in whole seconds");
        }
        return millis / 1000;
    }

    private static Policy.@Nullable Visibility visibility(JsonNode value) {
        if (value.isMissingNode()) {
            return null;
        }
        return switch (value.asString("")) {
            case "exact" -> Policy.Visibility.EXACT;
            case "lazy" -> Policy.Visibility.LAZY;
            default -> throw AdminException.badRequest("visibility is exact or lazy");
        };
    }

    private static @Nullable ExpireLimit guard(JsonNode value) {
        if (value.isMissingNode()) {
            return null;
        }
        if (value.isIntegralNumber() && value.asLong() >= 0) {
            return new ExpireLimit(value.asLong());
        }
        if (isWord(value, "off")) {
            return ExpireLimit.NONE;
        }
        if (isWord(value, "inherit")) {
            return ExpireLimit.INHERITED;
        }
        throw AdminException.badRequest("guard is a number of documents, off or inherit");
    }

    /**
     * Returns the number of documents the change may expire: the number that it names, any number if it is confirmed,
     * else none; but more than the guard allows only with yes, and more than the share that asks only if confirmed.
     *
     * @param inForce the limit of the guard
     * @param share the collection's share that needs a confirmation, as a number of documents
     */
    ExpireLimit allowed(ExpireLimit inForce, ExpireLimit share) {
        if (yes) {
            return maxExpire == null ? ExpireLimit.NONE : new ExpireLimit(maxExpire);
        }
        long named = maxExpire == null ? (confirm ? Long.MAX_VALUE : 0) : maxExpire;
        long asking = confirm ? Long.MAX_VALUE : share.documents();
        return new ExpireLimit(Math.min(Math.min(named, asking), inForce.documents()));
    }

    /** Returns the policy with the requested changes other than rules. */
    Policy applied(Policy policy) {
        Policy changed = graceMillis == null ? policy : policy.withGrace(graceMillis);
        return visibility == null ? changed : changed.withVisibility(visibility);
    }
}
