package dev.mayfly.app.console.api;

import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.catalog.PropertyTerm;
import dev.mayfly.face.api.RuleChange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Rules about properties as a change of policy asks for them: {@code {"path", "after", "from"}} or {@code {"path", "after", "at"}}. */
final class PropertyRequests {
    private static final String WHERE = "rules.properties";
    private static final Set<String> FIELDS = Set.of("path", "after", "from", "at");

    private PropertyRequests() {}

    static List<RuleChange> of(JsonNode properties) {
        List<RuleChange> changes = new ArrayList<>();
        Set<FieldPath> paths = new HashSet<>();
        for (JsonNode property : properties) {
            PolicyRequest.requireKnown(property, FIELDS, WHERE);
            FieldPath path = path(property.path("path"), WHERE + ".path");
            if (!paths.add(path)) {
                throw AdminException.badRequest(WHERE + " says a path twice");
            }
            changes.add(new RuleChange.Property(
                    new PropertyTerm(path, start(property)),
                    property.has("at") ? path(property.path("at"), WHERE + ".at") : null,
                    seconds(property)));
        }
        return changes;
    }

    private static PropertyTerm.Start start(JsonNode property) {
        if (property.has("at")) {
            if (property.has("from")) {
                throw AdminException.badRequest(WHERE + " takes from or at, not both");
            }
            return PropertyTerm.Start.DATE;
        }
        return switch (property.path("from").asString("set")) {
            case "set" -> PropertyTerm.Start.PROPERTY_SET;
            case "write" -> PropertyTerm.Start.DOCUMENT_WRITTEN;
            case "own" -> own(property);
            default -> throw AdminException.badRequest(WHERE + ".from is set or write");
        };
    }

    /** Such a rule is made by the client that first says of a document when a property of it dies. */
    private static PropertyTerm.Start own(JsonNode property) {
        if (!PolicyRequest.isWord(property.path("after"), "off")) {
            throw AdminException.badRequest(WHERE + ".from is own for a rule that is taken away");
        }
        return PropertyTerm.Start.OWN;
    }

    /** A date says by itself when the property dies, so that nothing needs to be added to it. */
    private static OptionalLong seconds(JsonNode property) {
        JsonNode after = property.path("after");
        if (PolicyRequest.isWord(after, "off")) {
            return OptionalLong.empty();
        }
        boolean isPlainDate = after.isMissingNode() && property.has("at");
        return OptionalLong.of(isPlainDate ? 0 : PolicyRequest.seconds(after, WHERE + ".after"));
    }

    private static FieldPath path(JsonNode path, String where) {
        String dotted = path.isString() ? path.asString() : "";
        FieldPath parsed = FieldPath.of(dotted);
        boolean isPath = parsed.names().stream()
                .noneMatch(name -> name.isEmpty() || name.startsWith("$") || FieldPath.positionOf(name) >= 0);
        if (!isPath) {
            throw AdminException.badRequest(where + " is a path such as login.code");
        }
        return parsed;
    }
}
