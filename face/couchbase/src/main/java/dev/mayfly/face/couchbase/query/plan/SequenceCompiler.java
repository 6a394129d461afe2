package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.AlterSequence;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.CreateSequence;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.DropSequence;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.ExecutableStatement;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.N1qlExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.expression.VisibleNames;
import dev.mayfly.face.couchbase.query.operator.RequiredPrivilege;
import dev.mayfly.face.couchbase.query.sequence.SequenceErrors;
import dev.mayfly.face.couchbase.query.sequence.SequenceName;
import dev.mayfly.face.couchbase.query.sequence.Sequences;
import java.util.Map;

/** Compiles statements that define sequences. Used for one statement. */
final class SequenceCompiler {
    private final QueryCompiler queries;
    private final Sequences sequences;

    SequenceCompiler(QueryCompiler queries) {
        this.queries = queries;
        this.sequences = queries.ground().sequences();
    }

    private SequenceName name(KeyspaceName written) {
        SequenceName name = SequenceName.of(written, queries.context());
        if (name == null) {
            throw new N1qlException(N1qlException.PARSE, "Invalid sequence name");
        }
        return name;
    }

    ExecutableStatement create(CreateSequence create) {
        SequenceName name = name(create.name());
        Scalar options = compile(create.options());
        return new DefinitionStatement("CreateSequence", execution -> {
            RequiredPrivilege.MANAGE_SEQUENCES.require(execution, name.bucket(), name.scope());
            try {
                warn(execution, sequences.create(name, object(options, execution)));
            } catch (N1qlException refused) {
                if (!create.ifNotExists() || refused.code() != SequenceErrors.EXISTS) {
                    throw refused;
                }
            }
        });
    }

    ExecutableStatement alter(AlterSequence alter) {
        SequenceName name = name(alter.name());
        Scalar options = compile(alter.options());
        return new DefinitionStatement("AlterSequence", execution -> {
            RequiredPrivilege.MANAGE_SEQUENCES.require(execution, name.bucket(), name.scope());
            warn(execution, sequences.alter(name, object(options, execution)));
        });
    }

    ExecutableStatement drop(DropSequence drop) {
        SequenceName name = name(drop.name());
        return new DefinitionStatement("DropSequence", execution -> {
            RequiredPrivilege.MANAGE_SEQUENCES.require(execution, name.bucket(), name.scope());
            try {
                sequences.drop(name);
            } catch (N1qlException refused) {
                if (!drop.ifExists() || refused.code() != SequenceErrors.NOT_FOUND) {
                    throw refused;
                }
            }
        });
    }

    private Scalar compile(N1qlExpression options) {
        return new N1qlExpressionCompiler(new VisibleNames(null), queries, Map.of()).compile(options);
    }

    private static N1qlObject object(Scalar options, StatementExecution execution) {
        N1qlValue said = options.of(new Frame(0, null, execution));
        if (!(said instanceof N1qlObject object)) {
            throw new N1qlException(N1qlException.PARSE, "syntax error - invalid options object");
        }
        return object;
    }

    private static void warn(StatementExecution execution, long smallCache) {
        if (smallCache > 0) {
            execution.warn(SequenceErrors.SMALL_CACHE, "Cache size (" + smallCache + ") below recommended minimum");
        }
    }

    /** Gives the numbers of a sequence: one row takes one number, however often it says NEXTVAL. */
    Scalar value(N1qlExpression.SequenceValue written) {
        SequenceName name = SequenceName.of(written.sequence(), queries.context());
        if (name == null) {
            throw SequenceErrors.incompleteName(
                    String.join(".", written.sequence().parts()));
        }
        return new Numbers(sequences, name, written.next());
    }

    private record Numbers(Sequences sequences, SequenceName name, boolean next) implements Scalar {
        @Override
        public N1qlValue of(Frame frame) {
            StatementExecution execution = frame.execution();
            if (execution.settings().readOnly()) {
                throw N1qlException.evaluation(SequenceErrors.readOnly().text());
            }
            frame.once(this, Boolean.class, () -> {
                RequiredPrivilege.USE_SEQUENCES.require(execution, name.bucket(), name.scope());
                return Boolean.TRUE;
            });
            Long taken = frame.taken(name);
            if (taken != null) {
                return N1qlValues.of(taken);
            }
            try {
                return next ? next(frame) : previous(execution);
            } catch (N1qlException refused) {
                throw N1qlException.evaluation(refused.text());
            }
        }

        private N1qlValue next(Frame frame) {
            long number = sequences.next(name);
            frame.take(name, number);
            frame.execution().take(name, number);
            return N1qlValues.of(number);
        }

        private N1qlValue previous(StatementExecution execution) {
            Long taken = execution.taken(name);
            Long previous = taken == null ? sequences.previous(name) : taken;
            if (previous != null) {
                return N1qlValues.of(previous);
            }
            execution.warn(
                    SequenceErrors.NO_PREVIOUS,
                    "Sequence previous value cannot be accessed before next value generation.");
            return N1qlValues.MISSING;
        }
    }
}
