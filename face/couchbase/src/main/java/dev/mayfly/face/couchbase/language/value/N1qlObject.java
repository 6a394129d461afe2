package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.query.value.JsonObject;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/** An object; no field of it is MISSING, though an array in it may have elements that are. */
public final class N1qlObject extends JsonObject<N1qlValue> implements N1qlValue {
    private final boolean holdsMissing;

    private N1qlObject(SequencedMap<String, N1qlValue> fields) {
        super(fields, N1qlDialect.DIALECT);
        this.holdsMissing = holdsMissing(fields);
    }

    private N1qlObject(JsonView view) {
        super(view);
        this.holdsMissing = false;
    }

    private static boolean holdsMissing(SequencedMap<String, N1qlValue> fields) {
        for (N1qlValue field : fields.values()) {
            if (field.holdsMissing()) {
                return true;
            }
        }
        return false;
    }

    /** A copy of the map without what is MISSING. */
    static N1qlObject of(SequencedMap<String, N1qlValue> fields) {
        SequencedMap<String, N1qlValue> present = new LinkedHashMap<>(fields);
        present.values().removeIf(N1qlValue::isMissing);
        return new N1qlObject(present);
    }

    static N1qlObject stored(JsonView view) {
        return new N1qlObject(view);
    }

    @Override
    public N1qlKind kind() {
        return N1qlKind.OBJECT;
    }

    @Override
    public boolean truth() {
        return fields().next();
    }

    @Override
    public boolean holdsMissing() {
        return holdsMissing;
    }

    @Override
    protected N1qlValue read(JsonView field) {
        return N1qlValues.stored(field);
    }

    @Override
    public N1qlValue field(String name) {
        N1qlValue value = find(name);
        return value == null ? N1qlMissing.MISSING : value;
    }

    @Override
    public String toString() {
        return N1qlValues.json(this);
    }
}
