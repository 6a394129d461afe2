package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.engine.FrozenReads;
import dev.mayfly.face.couchbase.language.function.StatementInstant;
import dev.mayfly.face.couchbase.language.tree.QueryContext;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.ExecutableStatement;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.StatementExecution.Remark;
import dev.mayfly.face.couchbase.query.TransactionTurn;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs statements of the server itself, which may read everything, and change nothing unless they are asked to. The caller is responsible for
 * authorization. Safe for concurrent use.
 */
public final class InnerStatements {
    /** The number of errors of single documents after which a statement ends, as for clients that state none. */
    private static final int ERRORS_MAX = 16;

    private final QueryServices services;

    InnerStatements(QueryServices services) {
        this.services = services;
    }

    /**
     * A statement to run.
     *
     * @param context the scope of keyspaces of one word
     * @param timeoutNanos the time it may take
     */
    public record InnerStatement(String text, QueryContext context, Parameters parameters, long timeoutNanos) {}

    /**
     * Returns the first rows of a statement, each as JSON, as of one instant.
     *
     * @throws N1qlException if it is refused or ends with an error
     */
    public List<String> rows(InnerStatement statement, int most) {
        return run(statement, most, true);
    }

    /** Runs a statement that may change something, and has no rows that matter. */
    public void change(InnerStatement statement) {
        run(statement, Integer.MAX_VALUE, false);
    }

    private List<String> run(InnerStatement statement, int most, boolean isReadOnly) {
        if (!services.active().hasRoom()) {
            throw RequestErrors.tooMany();
        }
        try (FrozenReads reads = services.reads().get();
                StatementExecution execution = execution(statement, reads, isReadOnly)) {
            execution.reading(reads);
            return execution.during(() -> rows(statement, most, execution, isReadOnly));
        } catch (MemoryLimitExceeded exceeded) {
            throw RequestErrors.memory(exceeded);
        }
    }

    private StatementExecution execution(InnerStatement statement, FrozenReads reads, boolean isReadOnly) {
        InnerIdentity server = InnerIdentity.INSTANCE;
        StatementInstant moment =
                new StatementInstant(reads.instant().now(), ZoneOffset.UTC, services.random(), server.name());
        StatementExecution.Settings settings = new StatementExecution.Settings(
                server,
                moment,
                statement.context,
                statement.parameters,
                statement.timeoutNanos,
                isReadOnly,
                false,
                false,
                ERRORS_MAX,
                false);
        return new StatementExecution(
                settings, services.machine(), services.memory().open(), () -> true);
    }

    private List<String> rows(InnerStatement statement, int most, StatementExecution execution, boolean isReadOnly) {
        ExecutableStatement compiled = services.compiler().compile(statement.text, statement.context);
        if (isReadOnly && !compiled.isReadOnly()) {
            throw RequestErrors.readOnly();
        }
        List<String> rows = new ArrayList<>();
        try (TransactionTurn transactions = new TransactionTurn(services.transactions(), TransactionTurn.nothing())) {
            execution.within(transactions);
            transactions.enter(compiled);
            compiled.run(execution, row -> {
                String json = N1qlValues.json(row);
                execution.hold(2L * json.length());
                rows.add(json);
                if (rows.size() == most) {
                    throw new EnoughRows();
                }
            });
            transactions.finish();
        } catch (EnoughRows _) {
            // The rest of the rows is not wanted, and with them no error that they might have met.
            return rows;
        }
        if (!execution.errors().isEmpty()) {
            Remark first = execution.errors().getFirst();
            throw new N1qlException(first.code(), first.text());
        }
        return rows;
    }

    /** Ends a statement whose further rows nobody wants. */
    private static final class EnoughRows extends RuntimeException {
        private static final long serialVersionUID = 1L;

        EnoughRows() {
            super(null, null, false, false);
        }
    }
}
