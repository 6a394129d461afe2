package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.query.value.JsonString;

/** A string. */
public final class SqlString extends JsonString implements SqlValue {
    private SqlString(String string) {
        super(string);
    }

    private SqlString(JsonView view) {
        super(view);
    }

    static SqlString of(String string) {
        return new SqlString(string);
    }

    static SqlString stored(JsonView view) {
        return new SqlString(view);
    }

    @Override
    public SqlKind kind() {
        return SqlKind.STRING;
    }
}
