package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.query.value.JsonArray;
import java.util.List;

/** An array; it holds no undefined. */
public final class SqlArray extends JsonArray<SqlValue> implements SqlValue {
    private SqlArray(List<SqlValue> elements) {
        super(elements, CosmosDialect.DIALECT);
    }

    private SqlArray(JsonView view) {
        super(view);
    }

    static SqlArray of(List<SqlValue> elements) {
        return new SqlArray(elements);
    }

    static SqlArray stored(JsonView view) {
        return new SqlArray(view);
    }

    @Override
    public SqlKind kind() {
        return SqlKind.ARRAY;
    }

    @Override
    protected SqlValue read(JsonView element) {
        return SqlValues.stored(element);
    }

    @Override
    public SqlValue element(int index) {
        SqlValue element = at(index);
        return element == null ? SqlUndefined.UNDEFINED : element;
    }

    @Override
    public String toString() {
        return SqlValues.json(this);
    }
}
