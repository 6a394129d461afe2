package dev.mayfly.face.mongo.language.update;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.badValue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tree of paths while modifiers are added to it. Refuses paths that cannot be updated, and paths that meet. */
final class UpdateTree {
    private final FieldsNode root = new FieldsNode();
    private final ArrayFilters filters;
    private @Nullable String positionalPath;
    private @Nullable String idPath;
    private @Nullable String dollarName;

    UpdateTree(ArrayFilters filters) {
        this.filters = filters;
    }

    FieldsNode root() {
        return root;
    }

    /** The path before the first {@code $}, or null. */
    @Nullable
    String positionalPath() {
        return positionalPath;
    }

    /** The first path that touches {@code _id}, or null. */
    @Nullable
    String idPath() {
        return idPath;
    }

    /** The first field of the document itself that begins with a dollar, or null. */
    @Nullable
    String dollarName() {
        return dollarName;
    }

    void add(String path, Modifier modifier) {
        List<String> names = checkedNames(path);
        if (names.getFirst().equals("_id") && idPath == null) {
            idPath = path;
        }
        UpdateNode node = root;
        for (int i = 0; i < names.size() - 1; i++) {
            UpdateNode next = child(node, names, i);
            if (next == null) {
                next = isIdentifier(names.get(i + 1)) ? new ElementsNode(filters) : new FieldsNode();
                put(node, names.get(i), next);
            } else if (!fits(next, names.get(i + 1))) {
                throw conflict(path, names, i + 1);
            }
            node = next;
        }
        if (child(node, names, names.size() - 1) != null) {
            throw conflict(path, names, names.size());
        }
        put(node, names.getLast(), modifier);
    }

    private static @Nullable UpdateNode child(UpdateNode node, List<String> names, int at) {
        return switch (node) {
            case FieldsNode fields -> fields.child(names.get(at));
            case ElementsNode elements -> elements.child(identifier(names.get(at)));
            case Modifier _ -> throw new IllegalStateException("a modifier has no children");
        };
    }

    private static void put(UpdateNode node, String name, UpdateNode child) {
        switch (node) {
            case FieldsNode fields -> fields.put(name, child);
            case ElementsNode elements -> elements.put(identifier(name), child);
            case Modifier _ -> throw new IllegalStateException("a modifier has no children");
        }
    }

    private static boolean fits(UpdateNode node, String nextName) {
        return isIdentifier(nextName) ? node instanceof ElementsNode : node instanceof FieldsNode;
    }

    private static RuntimeException conflict(String path, List<String> names, int length) {
        return UpdateRefusals.conflict("Updating the path '" + path + "' would create a conflict at '"
                + String.join(".", names.subList(0, length)) + "'");
    }

    private List<String> checkedNames(String path) {
        if (path.isEmpty()) {
            throw UpdateRefusals.emptyFieldName("An empty update path is not valid.");
        }
        List<String> names = new ArrayList<>(Arrays.asList(path.split("\\.", -1)));
        int positions = 0;
        for (String name : names) {
            if (name.isEmpty()) {
                throw UpdateRefusals.emptyFieldName(
                        "The update path '" + path + "' contains an empty field name, which is not allowed.");
            }
            positions += name.equals("$") ? 1 : 0;
        }
        checkDynamic(path, names, positions);
        return names;
    }

    private void checkDynamic(String path, List<String> names, int positions) {
        String first = names.getFirst();
        if (positions > 1) {
            throw badValue("Too many positional (i.e. '$') elements found in path '" + path + "'");
        }
        if (first.equals("$")) {
            throw badValue("Cannot have positional (i.e. '$') element in the first position in path '" + path + "'");
        }
        if (isIdentifier(first)) {
            throw badValue(
                    "Cannot have array filter identifier (i.e. '$[<id>]') element in the first position in path '"
                            + path + "'");
        }
        if (first.startsWith("$") && dollarName == null) {
            dollarName = first;
        }
        for (String name : names) {
            if (isIdentifier(name)) {
                filters.use(identifier(name), path);
            }
        }
        if (positions == 1 && positionalPath == null) {
            positionalPath = String.join(".", names.subList(0, names.indexOf("$")));
        }
    }

    static boolean isIdentifier(String name) {
        return name.startsWith("$[") && name.endsWith("]");
    }

    private static String identifier(String name) {
        return name.substring(2, name.length() - 1);
    }
}
