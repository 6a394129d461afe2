package dev.mayfly.face.mongo.language.update;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.badValue;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.failedToParse;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.query.Filter;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.filter.FilterCompiler;
import dev.mayfly.face.mongo.language.value.BsonText;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** The conditions of the identifiers {@code $[name]} of an update. */
final class ArrayFilters {
    private static final int FEATURE_NOT_ALLOWED = 224;
    private static final String PARSING = "Error parsing array filter :: caused by :: ";
    private static final String NOT_ALLOWED = " is not allowed in this context";

    private final Map<String, Filter> filters = new HashMap<>();
    private final Set<String> used = new HashSet<>();

    static ArrayFilters compile(List<BsonDocument> documents, Variables variables) {
        ArrayFilters filters = new ArrayFilters();
        for (BsonDocument document : documents) {
            String identifier = identifierOf(document);
            if (filters.filters.put(identifier, FilterCompiler.compile(document, variables)) != null) {
                throw failedToParse("Found multiple array filters with the same top-level field name " + identifier);
            }
        }
        return filters;
    }

    /** Notes that the update speaks of the identifier, which must have a filter. */
    void use(String identifier, String path) {
        if (!identifier.isEmpty() && !filters.containsKey(identifier)) {
            throw badValue("No array filter found for identifier '" + identifier + "' in path '" + path + "'");
        }
        used.add(identifier);
    }

    void checkAllUsed(BsonDocument update) {
        for (String identifier : filters.keySet()) {
            if (!used.contains(identifier)) {
                throw failedToParse("The array filter for identifier '" + identifier + "' was not used in the update "
                        + BsonText.of(update));
            }
        }
    }

    /** Returns whether the identifier selects this element. */
    boolean pick(String identifier, BsonValue element) {
        Filter filter = filters.get(identifier);
        return filter == null || filter.matches(TreeView.of(new BsonDocument(identifier, element)));
    }

    private static String identifierOf(BsonDocument filter) {
        Set<String> names = new TreeSet<>();
        collect(filter, names);
        if (names.isEmpty()) {
            throw failedToParse("Cannot use an expression without a top-level field name in arrayFilters");
        }
        if (names.size() > 1) {
            List<String> found = List.copyOf(names);
            throw failedToParse(
                    "Error parsing array filter :: caused by :: Expected a single top-level field name, found '"
                            + found.get(0) + "' and '" + found.get(1) + "'");
        }
        String name = names.iterator().next();
        if (!name.matches("[a-z][a-zA-Z0-9]*")) {
            throw badValue(
                    "Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric "
                            + "string beginning with a lowercase letter, found '" + name + "'");
        }
        return name;
    }

    private static void collect(BsonDocument filter, Set<String> names) {
        filter.forEach((name, value) -> {
            if (name.equals("$text") || name.equals("$where")) {
                throw badValue(PARSING + name + NOT_ALLOWED);
            }
            if (name.equals("$expr")) {
                throw new QueryException(FEATURE_NOT_ALLOWED, "QueryFeatureNotAllowed", PARSING + name + NOT_ALLOWED);
            }
            if (name.startsWith("$")) {
                collectFromClauses(value, names);
            } else {
                int dot = name.indexOf('.');
                names.add(dot < 0 ? name : name.substring(0, dot));
            }
        });
    }

    private static void collectFromClauses(BsonValue clauses, Set<String> names) {
        if (clauses.isArray()) {
            clauses.asArray().stream()
                    .filter(BsonValue::isDocument)
                    .forEach(clause -> collect(clause.asDocument(), names));
        }
    }
}
