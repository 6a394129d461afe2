package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.query.value.JsonArray;
import dev.mayfly.base.query.value.JsonValue;
import java.util.List;

/**
 * An array. One that an expression made may have MISSING among its elements: it is told apart from NULL by whoever looks at
 * an element, and is null in JSON text. Sets and groups take both for the same, as the service does.
 */
public final class N1qlArray extends JsonArray<N1qlValue> implements N1qlValue {
    private final boolean holdsMissing;

    private N1qlArray(List<N1qlValue> elements) {
        super(elements, N1qlDialect.DIALECT);
        this.holdsMissing = holdsMissing(elements);
    }

    private N1qlArray(JsonView view) {
        super(view);
        this.holdsMissing = false;
    }

    private static boolean holdsMissing(List<N1qlValue> elements) {
        for (N1qlValue element : elements) {
            if (element.isMissing() || element.holdsMissing()) {
                return true;
            }
        }
        return false;
    }

    static N1qlArray of(List<N1qlValue> elements) {
        return new N1qlArray(elements);
    }

    static N1qlArray stored(JsonView view) {
        return new N1qlArray(view);
    }

    @Override
    public N1qlKind kind() {
        return N1qlKind.ARRAY;
    }

    @Override
    public boolean truth() {
        return iterator().hasNext();
    }

    @Override
    public boolean holdsMissing() {
        return holdsMissing;
    }

    @Override
    protected JsonValue identity(JsonValue element) {
        return element == N1qlMissing.MISSING ? N1qlNull.NULL : element;
    }

    @Override
    protected N1qlValue read(JsonView element) {
        return N1qlValues.stored(element);
    }

    @Override
    public N1qlValue element(long index) {
        long from = index < 0 ? size() + index : index;
        N1qlValue element = from < 0 || from > Integer.MAX_VALUE ? null : at((int) from);
        return element == null ? N1qlMissing.MISSING : element;
    }

    @Override
    public String toString() {
        return N1qlValues.json(this);
    }
}
