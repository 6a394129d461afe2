package dev.mayfly.face.cosmos.item;

import dev.mayfly.base.document.DuplicateNames;
import dev.mayfly.base.document.JsonFields;
import dev.mayfly.base.document.JsonValidator;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.MalformedDocumentException;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.function.SearchSettings;
import dev.mayfly.face.cosmos.partition.ItemErrors;
import dev.mayfly.face.cosmos.resource.SystemProperties;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads patches: an array of operations, bare or under {@code operations} beside a {@code condition}. */
final class PatchReader {
    private static final int OPERATIONS_MAX = 10;

    private PatchReader() {}

    static Patch read(byte[] body, SearchSettings settings) {
        try {
            JsonValidator.validate(body, 0, body.length, ItemBody.DEPTH_MAX);
        } catch (MalformedDocumentException _) {
            throw syntax();
        }
        if (DuplicateNames.in(body)) {
            throw syntax();
        }
        return read(JsonView.of(body), settings);
    }

    /** @param root valid */
    private static Patch read(JsonView root, SearchSettings settings) {
        JsonView operations = root;
        PatchCondition condition = null;
        if (root.type() == ValueType.OBJECT) {
            operations = root.field("operations");
            JsonView text = root.field("condition");
            if (text != null && text.type() != ValueType.NULL) {
                if (text.type() != ValueType.STRING) {
                    throw syntax();
                }
                condition = FilterCondition.of(text.stringValue(), settings);
            }
        }
        if (operations == null || operations.type() != ValueType.ARRAY) {
            throw syntax();
        }
        return new Patch(operations(operations), condition);
    }

    private static List<PatchOperation> operations(JsonView array) {
        List<PatchOperation> operations = new ArrayList<>();
        JsonFields elements = array.fields();
        while (elements.next()) {
            if (operations.size() == OPERATIONS_MAX) {
                throw ItemErrors.invalid("The number of patch operations can't exceed '10'.");
            }
            operations.add(operation(elements.value(), operations.size() + 1));
        }
        if (operations.isEmpty()) {
            throw syntax();
        }
        return operations;
    }

    private static PatchOperation operation(JsonView view, int position) {
        if (view.type() != ValueType.OBJECT) {
            throw syntax();
        }
        PatchOperation.Kind kind = PatchOperation.Kind.of(text(view.field("op")));
        if (kind == null) {
            throw syntax();
        }
        List<String> path = pointer(text(view.field("path")));
        List<String> from = List.of();
        JsonView value = view.field("value");
        switch (kind) {
            case ADD, SET, REPLACE -> require(value != null);
            case INCR -> require(value != null && value.type().isNumber());
            case MOVE -> {
                from = pointer(text(view.field("from")));
                require(!isBelow(path, from));
            }
            case REMOVE -> {}
        }
        byte[] text = value == null ? null : Arrays.copyOfRange(value.text(), value.from(), value.until());
        return new PatchOperation(kind, position, path, from, text);
    }

    private static boolean isBelow(List<String> path, List<String> from) {
        return path.size() > from.size() && path.subList(0, from.size()).equals(from);
    }

    private static String text(@Nullable JsonView view) {
        if (view == null || view.type() != ValueType.STRING) {
            throw syntax();
        }
        return view.stringValue();
    }

    /** A JSON pointer (RFC 6901) to something below the root that clients may change. */
    private static List<String> pointer(String text) {
        require(text.length() > 1 && text.charAt(0) == '/');
        List<String> names = new ArrayList<>();
        for (String name : text.substring(1).split("/", -1)) {
            names.add(name.replace("~1", "/").replace("~0", "~"));
        }
        String root = names.getFirst();
        if (root.equals("id") || root.equals("_id") || SystemProperties.isOne(root)) {
            throw ItemErrors.invalid("Invalid patch request: Cannot patch system property " + root + ".");
        }
        return names;
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw syntax();
        }
    }

    private static CosmosException syntax() {
        return ItemErrors.invalid("Invalid patch request: check syntax of patch specification.");
    }
}
