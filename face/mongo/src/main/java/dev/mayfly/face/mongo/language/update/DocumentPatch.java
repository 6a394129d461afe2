package dev.mayfly.face.mongo.language.update;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.language.value.BsonSize;
import dev.mayfly.face.mongo.language.value.EncodedRow;
import dev.mayfly.face.mongo.language.value.Trees;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * An update of the bytes of a document: only the fields that are named become values, and all between them is copied as it
 * is. Hot.
 */
final class DocumentPatch {
    private static final int LENGTH_BYTES = Integer.BYTES;
    private static final byte[] NOTHING = {};

    private final BsonView document;
    private final BsonDocument values = new BsonDocument();
    private final List<Splice> splices = new ArrayList<>(2);

    private DocumentPatch(BsonView document) {
        this.document = document;
    }

    /**
     * A field, from its type to the end of its value, or the end of the document for a new one.
     *
     * @param isRemoved whether nothing takes its place
     */
    private record Splice(String name, int from, int until, boolean isRemoved) {}

    /**
     * Returns the bytes after an update, or null if the new values are so large that the result must be judged as a tree.
     *
     * @param place the root of the document
     */
    static @Nullable BsonView apply(BsonView document, Map<String, UpdateNode> steps, Place place) {
        DocumentPatch patch = new DocumentPatch(document);
        for (Map.Entry<String, UpdateNode> step : steps.entrySet()) {
            String name = step.getKey();
            BsonView field = document.field(name);
            BsonValue before = field == null ? null : field.toBsonValue();
            BsonValue after = step.getValue().apply(before, place.child(name));
            if (!Trees.same(after, before)) {
                patch.change(name, field, after);
            }
        }
        if (patch.splices.isEmpty()) {
            return document;
        }
        if (BsonSize.certainlyExceeds(patch.values, EncodedRow.BYTES_MAX)) {
            return null;
        }
        Trees.checkDepth(patch.values);
        return BsonView.of(patch.bytes());
    }

    private void change(String name, @Nullable BsonView field, @Nullable BsonValue after) {
        if (after != null) {
            values.put(name, after);
        }
        if (field == null) {
            splices.add(new Splice(name, end(), end(), false));
            return;
        }
        // Before the value stand its type, its name, and a zero.
        int from = field.offset() - name.getBytes(UTF_8).length - 2;
        splices.add(new Splice(name, from, field.offset() + field.length(), after == null));
    }

    /** The position of the zero that ends the document. */
    private int end() {
        return document.offset() + document.length() - 1;
    }

    private byte[] bytes() {
        // Those that are new keep their order behind all others.
        splices.sort(Comparator.comparingInt(Splice::from));
        ByteArrayOutputStream out = new ByteArrayOutputStream(document.length() + 64);
        out.writeBytes(new byte[LENGTH_BYTES]);
        int copied = document.offset() + LENGTH_BYTES;
        for (Splice splice : splices) {
            out.write(document.bytes(), copied, splice.from() - copied);
            out.writeBytes(splice.isRemoved() ? NOTHING : element(splice.name()));
            copied = splice.until();
        }
        out.write(document.bytes(), copied, end() + 1 - copied);
        byte[] bytes = out.toByteArray();
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(0, bytes.length);
        return bytes;
    }

    /** Returns the bytes of a field, which are those of a document of it alone but for its length and its end. */
    private byte[] element(String name) {
        BsonValue value = values.get(name);
        if (value == null) {
            throw new IllegalStateException("a field that stays has a value");
        }
        byte[] whole = BsonEncoding.encode(new BsonDocument(name, value));
        byte[] element = new byte[whole.length - LENGTH_BYTES - 1];
        System.arraycopy(whole, LENGTH_BYTES, element, 0, element.length);
        return element;
    }
}
