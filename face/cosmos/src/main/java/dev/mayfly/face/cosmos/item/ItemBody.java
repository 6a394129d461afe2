package dev.mayfly.face.cosmos.item;

import dev.mayfly.base.document.DuplicateNames;
import dev.mayfly.base.document.JsonFields;
import dev.mayfly.base.document.JsonValidator;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.MalformedDocumentException;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.partition.ItemErrors;
import dev.mayfly.face.cosmos.partition.ItemId;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.partition.PartitionKeyPaths;
import dev.mayfly.face.cosmos.resource.SystemProperties;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The text of an item as a client sent it, checked, and freed of the properties that are the server's to give. The order
 * of properties and the texts of numbers stay as they are.
 *
 * <p>On the path of every write, hence plain.
 */
public final class ItemBody {
    /** The most bytes of an item. */
    public static final int BYTES_MAX = 2 << 20;

    public static final int DEPTH_MAX = 128;

    private final JsonView sent;
    private final byte[] text;
    private final String id;
    private final @Nullable JsonView ttl;

    private ItemBody(JsonView sent, byte[] text, String id, @Nullable JsonView ttl) {
        this.sent = sent;
        this.text = text;
        this.id = id;
        this.ttl = ttl;
    }

    /** @param sent not to be changed */
    public static ItemBody parse(byte[] sent) {
        if (sent.length > BYTES_MAX + SystemProperties.BYTES_MAX) {
            throw CosmosErrors.tooLarge();
        }
        try {
            JsonValidator.validate(sent, 0, sent.length, DEPTH_MAX);
        } catch (MalformedDocumentException _) {
            throw ItemErrors.payload();
        }
        JsonView root = JsonView.of(sent);
        if (root.type() != ValueType.OBJECT || DuplicateNames.in(sent)) {
            throw ItemErrors.payload();
        }
        return of(root);
    }

    /** @param root a valid object */
    static ItemBody of(JsonView root) {
        JsonView id = null;
        JsonView ttl = null;
        boolean isPure = true;
        JsonFields members = root.fields();
        while (members.next()) {
            // Most names are told apart by their first letter; one with an escape is looked at whole.
            switch (root.text()[members.nameFrom() + 1]) {
                case 'i' -> id = members.isNamed("id") ? members.value() : id;
                case 't' -> ttl = members.isNamed("ttl") ? members.value() : ttl;
                case '_' -> isPure &= !SystemProperties.isNamedByOne(members);
                case '\\' -> {
                    id = members.isNamed("id") ? members.value() : id;
                    ttl = members.isNamed("ttl") ? members.value() : ttl;
                    isPure &= !SystemProperties.isNamedByOne(members);
                }
                default -> {}
            }
        }
        String name = ItemId.of(id);
        byte[] text = isPure ? span(root) : withoutSystemProperties(root);
        if (text.length > BYTES_MAX) {
            throw CosmosErrors.tooLarge();
        }
        return new ItemBody(root, text, name, ttl);
    }

    private static byte[] span(JsonView root) {
        byte[] text = root.text();
        boolean isWhole = root.from() == 0 && text[text.length - 1] == '}';
        return isWhole ? text : Arrays.copyOfRange(text, root.from(), root.until());
    }

    private static byte[] withoutSystemProperties(JsonView root) {
        byte[] text = root.text();
        byte[] kept = new byte[root.until() - root.from()];
        int size = 0;
        kept[size++] = '{';
        JsonFields members = root.fields();
        while (members.next()) {
            if (!SystemProperties.isNamedByOne(members)) {
                if (size > 1) {
                    kept[size++] = ',';
                }
                int length = members.valueUntil() - members.nameFrom();
                System.arraycopy(text, members.nameFrom(), kept, size, length);
                size += length;
            }
        }
        kept[size++] = '}';
        return Arrays.copyOf(kept, size);
    }

    /** Returns the stored text, which begins and ends with its brackets. */
    public byte[] text() {
        return text;
    }

    public String id() {
        return id;
    }

    public PartitionKey partition(PartitionKeyPaths paths) {
        return paths.of(sent);
    }

    /** @param isChecked whether a bad {@code ttl} is refused; it is ignored otherwise */
    public Lifetime lifetime(boolean isChecked) {
        return ItemLifetime.of(ttl, isChecked);
    }
}
