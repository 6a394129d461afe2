package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.tree.QueryContext;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.ExecutableStatement;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.StatementCompiler;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.StatementRole;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A prepared statement that the service has of itself, by which clients read and write one document within a transaction.
 * Its keyspace is its first argument.
 */
record KeyValueStatement(String text, boolean isReadOnly, StatementCompiler compiler) implements ExecutableStatement {
    private static final String KEYSPACE = "@";
    private static final String SHOWN =
            "META(d).id, META(d).cas, TO_STR(META(d).cas) AS scas, META(d).txnMeta, d AS doc";
    private static final Map<String, String> TEXTS = Map.of(
            "__get", "SELECT " + SHOWN + " FROM @ AS d USE KEYS $2",
            "__insert", "INSERT INTO @ AS d VALUES ($2, $3, $4) RETURNING TO_STR(META(d).cas) AS scas",
            "__upsert", "UPSERT INTO @ AS d VALUES ($2, $3, $4) RETURNING TO_STR(META(d).cas) AS scas",
            "__update", "UPDATE @ AS d USE KEYS $2 SET d = $3 RETURNING " + SHOWN,
            "__delete", "DELETE FROM @ AS d USE KEYS $2");

    private static final Pattern PART = Pattern.compile("`([^`]+)`|([A-Za-z0-9_%-]+)");
    private static final Pattern PATH =
            Pattern.compile("(?:default:)?((?:`[^`]+`|[A-Za-z0-9_%-]+)(?:\\.(?:`[^`]+`|[A-Za-z0-9_%-]+)){0,2})");

    /** Null where there is none of this name. */
    static @Nullable KeyValueStatement of(String name, StatementCompiler compiler) {
        String text = TEXTS.get(name);
        return text == null ? null : new KeyValueStatement(text, name.equals("__get"), compiler);
    }

    @Override
    public N1qlValue signature() {
        return N1qlValues.of("json");
    }

    @Override
    public StatementRole role() {
        return StatementRole.DATA;
    }

    @Override
    public void run(StatementExecution execution, RowSink rows) {
        N1qlValue first = execution.parameters().positional(1);
        String path = first instanceof N1qlString keyspace ? keyspace.stringValue() : "";
        compiler.compile(text.replace(KEYSPACE, quoted(path)), QueryContext.NONE)
                .run(execution, rows);
    }

    private static String quoted(String path) {
        Matcher matcher = PATH.matcher(path);
        if (!matcher.matches()) {
            throw new N1qlException(N1qlException.PARSE, "Invalid path specified: " + path);
        }
        StringBuilder quoted = new StringBuilder("default");
        Matcher parts = PART.matcher(matcher.group(1));
        char before = ':';
        while (parts.find()) {
            String name = parts.group(1) == null ? parts.group(2) : parts.group(1);
            quoted.append(before).append('`').append(name).append('`');
            before = '.';
        }
        return quoted.toString();
    }
}
