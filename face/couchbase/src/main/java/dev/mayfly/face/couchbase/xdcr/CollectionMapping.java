package dev.mayfly.face.couchbase.xdcr;

import dev.mayfly.face.couchbase.xdcr.filter.DocumentFilter;
import dev.mayfly.face.couchbase.xdcr.filter.FilterSyntaxException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Which collections of the target the documents of each collection go to. Immutable.
 *
 * @param rules a target for each source; empty for a source whose documents are not sent
 */
record CollectionMapping(Mode mode, Map<String, String> rules) {
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private static final String FIELD = ReplicationSetting.COL_MAPPING_RULES.restName();
    private static final String DENIED = "";
    private static final String DEFAULT = "_default._default";
    private static final Pattern SCOPE = Pattern.compile("[A-Za-z0-9_%-]+");
    private static final Pattern COLLECTION = Pattern.compile("[A-Za-z0-9_%-]+\\.[A-Za-z0-9_%-]+");

    /** How a collection finds its target. */
    enum Mode {
        /** By its own name. */
        IMPLICIT,
        /** By the rule of it, or of its scope. */
        EXPLICIT,
        /** From the default collection alone, by what a document is. */
        MIGRATION
    }

    /**
     * A collection of the target, and which documents go there.
     *
     * @param target its path, such as {@code scope.collection}
     */
    record MappingRoute(DocumentFilter filter, String target) {}

    CollectionMapping {
        rules = Map.copyOf(rules);
    }

    /** @throws ReplicationException if the rules contradict each other */
    static CollectionMapping of(ReplicationSettings settings) {
        Map<String, String> rules = parse(settings.text(ReplicationSetting.COL_MAPPING_RULES));
        if (settings.is(ReplicationSetting.COLLECTIONS_MIGRATION_MODE)) {
            checkMigration(rules);
            return new CollectionMapping(Mode.MIGRATION, rules);
        }
        if (!settings.is(ReplicationSetting.COLLECTIONS_EXPLICIT_MAPPING)) {
            return new CollectionMapping(Mode.IMPLICIT, Map.of());
        }
        checkExplicit(rules);
        return new CollectionMapping(Mode.EXPLICIT, rules);
    }

    private static Map<String, String> parse(String text) {
        Map<String, String> rules = new LinkedHashMap<>();
        try {
            JsonNode json = STRICT.readTree(text.isBlank() ? "{}" : text);
            if (!json.isObject()) {
                throw refused("The rules must be an object");
            }
            json.forEachEntry((source, target) -> {
                if (!target.isNull() && !target.isString()) {
                    throw refused("The target of a rule must be a text or null: " + source);
                }
                rules.put(source, target.isNull() ? DENIED : target.stringValue());
            });
            return rules;
        } catch (JacksonException malformed) {
            throw refused("The rules are malformed, or name a source twice");
        }
    }

    private static ReplicationException refused(String text) {
        return new ReplicationException(FIELD, text);
    }

    private static void checkExplicit(Map<String, String> rules) {
        if (rules.isEmpty()) {
            throw refused("Explicit mapping needs rules");
        }
        Set<String> targets = new HashSet<>();
        rules.forEach((source, target) -> {
            boolean ofCollection = COLLECTION.matcher(source).matches();
            Pattern kind = ofCollection ? COLLECTION : SCOPE;
            boolean isDenial = target.equals(DENIED);
            if (!kind.matcher(source).matches()
                    || !(isDenial || kind.matcher(target).matches())) {
                throw refused("A rule must map a scope to a scope or a collection to a collection: " + source);
            }
            if (!isDenial && !targets.add(target)) {
                throw refused("Several sources are mapped to one target: " + target);
            }
            if (ofCollection) {
                checkAgainstScope(rules, source, target);
            }
        });
    }

    /** A rule of a collection must say something else than that of its scope does. */
    private static void checkAgainstScope(Map<String, String> rules, String source, String target) {
        int dot = source.indexOf('.');
        String ofScope = rules.get(source.substring(0, dot));
        if (ofScope == null) {
            return;
        }
        String implied = ofScope.equals(DENIED) ? DENIED : ofScope + source.substring(dot);
        if (implied.equals(target)) {
            throw refused("The rule repeats what the rule of its scope says: " + source);
        }
    }

    private static void checkMigration(Map<String, String> rules) {
        if (rules.isEmpty()) {
            throw refused("Migration needs rules");
        }
        rules.forEach((source, target) -> {
            if (target.equals(DENIED)) {
                throw refused("Migration has no rules that deny");
            }
            if (!COLLECTION.matcher(target).matches()) {
                throw refused("The target of a migration must be a collection: " + target);
            }
            if (source.equals(DEFAULT) && rules.size() > 1) {
                throw refused("A rule that migrates the whole default collection must be the only one");
            }
            filter(source);
        });
    }

    private static DocumentFilter filter(String source) {
        if (source.equals(DEFAULT)) {
            return DocumentFilter.ALL;
        }
        try {
            return DocumentFilter.parse(source);
        } catch (FilterSyntaxException wrong) {
            throw refused(source + ": " + wrong.getMessage());
        }
    }

    /** Returns where the documents of a collection may go; nowhere if it is denied, or there is no rule for it. */
    List<MappingRoute> routes(String scope, String collection) {
        String path = scope + "." + collection;
        return switch (mode) {
            case IMPLICIT -> List.of(new MappingRoute(DocumentFilter.ALL, path));
            case EXPLICIT -> explicit(scope, collection);
            case MIGRATION -> path.equals(DEFAULT) ? migration() : List.of();
        };
    }

    private List<MappingRoute> explicit(String scope, String collection) {
        String own = rules.get(scope + "." + collection);
        String ofScope = rules.getOrDefault(scope, DENIED);
        String target = own != null ? own : ofScope.equals(DENIED) ? DENIED : ofScope + "." + collection;
        return target.equals(DENIED) ? List.of() : List.of(new MappingRoute(DocumentFilter.ALL, target));
    }

    private List<MappingRoute> migration() {
        List<MappingRoute> routes = new ArrayList<>();
        rules.forEach((source, target) -> routes.add(new MappingRoute(filter(source), target)));
        return routes;
    }
}
