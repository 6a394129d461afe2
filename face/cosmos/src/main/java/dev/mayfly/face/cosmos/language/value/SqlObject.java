package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.query.value.JsonObject;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * An object; none of its properties is undefined. Open to further shapes, such as an item, whose system properties are
 * not part of the stored text.
 */
public non-sealed class SqlObject extends JsonObject<SqlValue> implements SqlValue {
    private SqlObject(SequencedMap<String, SqlValue> properties) {
        super(properties, CosmosDialect.DIALECT);
    }

    protected SqlObject(JsonView view) {
        super(view);
    }

    /** A copy of the map without what is undefined. */
    static SqlObject of(SequencedMap<String, SqlValue> properties) {
        SequencedMap<String, SqlValue> defined = new LinkedHashMap<>(properties);
        defined.values().removeIf(SqlValue::isUndefined);
        return new SqlObject(defined);
    }

    static SqlObject stored(JsonView view) {
        return new SqlObject(view);
    }

    @Override
    public final SqlKind kind() {
        return SqlKind.OBJECT;
    }

    @Override
    protected final SqlValue read(JsonView property) {
        return SqlValues.stored(property);
    }

    @Override
    public SqlValue field(String name) {
        SqlValue value = find(name);
        return value == null ? SqlUndefined.UNDEFINED : value;
    }

    @Override
    public final String toString() {
        return SqlValues.json(this);
    }
}
