package dev.mayfly.face.cosmos.partition;

import dev.mayfly.base.document.JsonFields;
import dev.mayfly.base.document.JsonValidator;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.MalformedDocumentException;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.face.cosmos.error.CosmosException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The values that determine the logical partition of an item, one for each path of the container's definition. Fewer
 * values stand for every partition whose key begins with them.
 */
public record PartitionKey(List<Component> components) {
    /** One value of a partition key. */
    public sealed interface Component {
        /** The value of an item that lacks the property. */
        record Undefined() implements Component {}

        record Null() implements Component {}

        record Truth(boolean value) implements Component {}

        record Numeral(double value) implements Component {}

        record Text(String value) implements Component {}

        Undefined UNDEFINED = new Undefined();
        Null NULL = new Null();
        Truth FALSE = new Truth(false);
        Truth TRUE = new Truth(true);
    }

    /** The most bytes of the texts of a partition key together. */
    public static final int BYTES_MAX = 2048;

    private static final String MISMATCH =
            "Partition key provided either doesn't correspond to definition in the collection or doesn't match partition"
                    + " key field values specified in the document.";

    public PartitionKey {
        components = List.copyOf(components);
    }

    public static PartitionKey of(Component... components) {
        return new PartitionKey(List.of(components));
    }

    /** Reads the value of a header such as {@code ["p"]}, whose characters stand for bytes of UTF-8. */
    public static PartitionKey ofHeader(String header) {
        return parse(header.getBytes(StandardCharsets.ISO_8859_1), header);
    }

    /** Reads the same where it stands as text inside a body. */
    public static PartitionKey ofText(String text) {
        return parse(text.getBytes(StandardCharsets.UTF_8), text);
    }

    private static PartitionKey parse(byte[] json, String shown) {
        try {
            JsonValidator.validate(json, 0, json.length, 3);
        } catch (MalformedDocumentException _) {
            throw invalid(shown);
        }
        JsonView array = JsonView.of(json);
        if (array.type() != ValueType.ARRAY) {
            throw invalid(shown);
        }
        List<Component> components = new ArrayList<>(1);
        JsonFields elements = array.fields();
        while (elements.next()) {
            JsonView element = elements.value();
            boolean isUndefined =
                    element.type() == ValueType.OBJECT && !element.fields().next();
            if (!isUndefined && !isScalar(element)) {
                throw invalid(shown);
            }
            components.add(isUndefined ? Component.UNDEFINED : component(element));
        }
        return new PartitionKey(components).requireSize();
    }

    static boolean isScalar(View value) {
        return value.type() != ValueType.OBJECT && value.type() != ValueType.ARRAY;
    }

    /** The component that a scalar is. */
    static Component component(View value) {
        return switch (value.type()) {
            case NULL -> Component.NULL;
            case BOOLEAN -> value.booleanValue() ? Component.TRUE : Component.FALSE;
            case STRING -> new Component.Text(value.stringValue());
            case INT32, INT64, DOUBLE -> new Component.Numeral(finite(value.doubleValue()));
            default -> throw new IllegalArgumentException("no scalar of JSON");
        };
    }

    private static double finite(double value) {
        if (Double.isInfinite(value)) {
            throw invalid(Double.toString(value));
        }
        return value;
    }

    PartitionKey requireSize() {
        long bytes = 0;
        for (Component component : components) {
            if (component instanceof Component.Text text) {
                if (!ItemId.isText(text.value())) {
                    throw invalid(text.value());
                }
                bytes += text.value().length() > BYTES_MAX
                        ? text.value().length()
                        : text.value().getBytes(StandardCharsets.UTF_8).length;
            }
        }
        if (bytes > BYTES_MAX) {
            throw CosmosException.badRequest("Partition key is too large. It may take at most 2048 bytes.");
        }
        return this;
    }

    private static CosmosException invalid(String shown) {
        String text = shown.length() > 100 ? shown.substring(0, 100) + "..." : shown;
        return CosmosException.badRequest("Partition key " + text + " is invalid.");
    }

    /** Returns the refusal of a request whose partition key is not that of its item, or does not fit the container. */
    public static CosmosException mismatch() {
        return new CosmosException(400, 1001, "BadRequest", MISMATCH);
    }

    /** Returns the refusal of a request that lacks a required partition key. */
    public static CosmosException missing() {
        return CosmosException.badRequest("PartitionKey value must be supplied for this operation.");
    }
}
