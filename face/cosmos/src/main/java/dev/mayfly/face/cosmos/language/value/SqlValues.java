package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.base.document.JsonValidator;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.value.JsonSink;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;

/** Creates values. */
public final class SqlValues {
    public static final SqlValue UNDEFINED = SqlUndefined.UNDEFINED;
    public static final SqlValue NULL = SqlNull.NULL;
    public static final SqlValue TRUE = SqlBoolean.TRUE;
    public static final SqlValue FALSE = SqlBoolean.FALSE;
    public static final SqlString EMPTY_STRING = SqlString.of("");
    public static final SqlArray EMPTY_ARRAY = SqlArray.of(List.of());

    private SqlValues() {}

    public static SqlValue of(boolean value) {
        return value ? TRUE : FALSE;
    }

    public static SqlNumber of(double value) {
        return SqlNumber.of(value);
    }

    public static SqlNumber of(long value) {
        return SqlNumber.of(value);
    }

    public static SqlString of(String value) {
        return SqlString.of(value);
    }

    /**
     * A copy of these elements without what is undefined.
     *
     * @throws dev.mayfly.face.cosmos.error.CosmosException when it consists of too many values
     */
    public static SqlArray array(List<? extends SqlValue> elements) {
        List<SqlValue> defined = new ArrayList<>(elements.size());
        for (SqlValue element : elements) {
            if (!element.isUndefined()) {
                defined.add(element);
            }
        }
        return SqlArray.of(defined);
    }

    /**
     * A copy of these properties, in their order, without what is undefined.
     *
     * @throws dev.mayfly.face.cosmos.error.CosmosException when it consists of too many values
     */
    public static SqlObject object(SequencedMap<String, SqlValue> properties) {
        return SqlObject.of(properties);
    }

    /** The value that a view shows, left where it is. The bytes must not change. */
    public static SqlValue stored(JsonView view) {
        return switch (view.type()) {
            case OBJECT -> SqlObject.stored(view);
            case ARRAY -> SqlArray.stored(view);
            case STRING -> SqlString.stored(view);
            case BOOLEAN -> of(view.booleanValue());
            case INT32, INT64, DOUBLE -> SqlNumber.stored(view);
            default -> NULL;
        };
    }

    /**
     * The value that this JSON text says. The bytes must not change.
     *
     * @throws dev.mayfly.base.document.MalformedDocumentException when it is no JSON
     */
    public static SqlValue parse(byte[] json) {
        JsonValidator.validate(json, 0, json.length, JsonValidator.DEPTH_MAX);
        return stored(JsonView.of(json));
    }

    /** Returns the JSON text of a value that is not undefined; only the text counts as memory afterwards. */
    public static byte[] jsonBytes(SqlValue value) {
        RequestGuard guard = RequestGuard.current();
        long mark = guard.mark();
        JsonSink out = sink();
        value.write(out);
        byte[] json = out.toByteArray();
        guard.settle(mark, json.length);
        return json;
    }

    /** For JSON text of a few hundred bytes. */
    public static JsonSink sink() {
        return sink(256);
    }

    public static JsonSink sink(int bytesExpected) {
        return new JsonSink(CosmosDialect.DIALECT, bytesExpected);
    }

    /** The JSON text of a value that is not undefined. */
    public static String json(SqlValue value) {
        JsonSink out = sink();
        value.write(out);
        return out.toString();
    }
}
