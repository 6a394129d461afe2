package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.AlterSequence;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.BuildIndexes;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.CreateCollection;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.CreateFunction;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.CreateIndex;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.CreateScope;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.CreateSequence;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.Delete;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.DropCollection;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.DropFunction;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.DropIndex;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.DropScope;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.DropSequence;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.Execute;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.ExecuteFunction;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.Explain;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.ExplainFunction;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.FlushCollection;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.InsertSelect;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.InsertValues;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.Merge;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.Prepare;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.Returning;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.Select;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.Target;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.Transaction;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement.Update;
import dev.mayfly.face.couchbase.language.tree.QueryContext;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.ExecutableStatement;
import dev.mayfly.face.couchbase.query.StatementCompiler;
import dev.mayfly.face.couchbase.query.change.ExplainableChange;
import dev.mayfly.face.couchbase.query.expression.N1qlExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.VisibleNames;
import dev.mayfly.face.couchbase.query.operator.ExplainNode;
import dev.mayfly.face.couchbase.query.operator.RowSource;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Compiles the tree of one statement into an executable one. Used once. */
final class StatementBuilder {
    private final N1qlCompiler.Services services;
    private final StatementCompiler compiler;
    private final String text;
    private final QueryContext context;
    private final QueryCompiler queries;
    private final ChangeCompiler changes;
    private final DefinitionCompiler definitions;

    StatementBuilder(N1qlCompiler.Services services, StatementCompiler compiler, String text, QueryContext context) {
        this.services = services;
        this.compiler = compiler;
        this.text = text;
        this.context = context;
        this.queries = new QueryCompiler(services.ground(), context);
        this.changes = new ChangeCompiler(queries, services.documents());
        this.definitions = new DefinitionCompiler(queries, services.definitions(), services.witness());
    }

    ExecutableStatement build(dev.mayfly.face.couchbase.language.tree.N1qlStatement tree) {
        return switch (tree) {
            case Select(N1qlQuery query) -> new SelectStatement(queries.rows(query, null));
            case Explain(dev.mayfly.face.couchbase.language.tree.N1qlStatement inner) -> explain(build(inner));
            case Prepare prepare ->
                services.prepareds()
                        .preparing(
                                prepare.name(),
                                prepare.force(),
                                prepare.text(),
                                text,
                                context,
                                build(prepare.statement()));
            case Execute execute -> execute(execute);
            case InsertValues insert ->
                change(insert.target(), insert.returning(), name -> changes.insert(insert.in(name)));
            case InsertSelect insert ->
                change(insert.target(), insert.returning(), name -> changes.insert(insert.in(name)));
            case Update update -> change(update.target(), update.returning(), name -> changes.update(update.in(name)));
            case Delete delete -> change(delete.target(), delete.returning(), name -> changes.delete(delete.in(name)));
            case Merge merge -> new MergeCompiler(queries, changes, services.documents()).merge(merge);
            case CreateScope create -> definitions.createScope(create);
            case DropScope drop -> definitions.dropScope(drop);
            case CreateCollection create -> definitions.createCollection(create);
            case DropCollection drop -> definitions.dropCollection(drop);
            case FlushCollection flush ->
                throw new N1qlException(
                        12029, "Error while flushing collection " + flush.name() + " - cause: not supported");
            case CreateIndex create -> definitions.createIndex(create);
            case DropIndex drop -> definitions.dropIndex(drop);
            case CreateSequence create -> new SequenceCompiler(queries).create(create);
            case AlterSequence alter -> new SequenceCompiler(queries).alter(alter);
            case DropSequence drop -> new SequenceCompiler(queries).drop(drop);
            case CreateFunction create -> new FunctionCompiler(queries).create(create);
            case DropFunction drop -> new FunctionCompiler(queries).drop(drop);
            case ExecuteFunction execute -> new FunctionCompiler(queries).execute(execute);
            case ExplainFunction explain -> new FunctionCompiler(queries).explain(explain);
            case BuildIndexes build -> definitions.buildIndexes(build);
            case Transaction control -> new TransactionStatement(control);
        };
    }

    /** A change of a keyspace that is known by now, or else when the statement runs. */
    private ExecutableStatement change(
            Target target, @Nullable Returning returning, Function<KeyspaceName, ExecutableStatement> change) {
        N1qlExpression.Parameter parameter = target.parameter();
        return parameter == null
                ? change.apply(target.keyspace())
                : new ParameterStatement(parameter, changes.signature(returning, target), change);
    }

    private ExecutableStatement explain(ExecutableStatement inner) {
        N1qlValue plan = switch (inner) {
            case SelectStatement(RowSource rows) -> sequence(rows.explained());
            case ExplainableChange change -> sequence(change.explained());
            default -> ExplainNode.operator("Statement").value();
        };
        return new ExplainStatement(plan, text);
    }

    /** Returns operators that follow each other as one. */
    static N1qlValue sequence(List<N1qlValue> operators) {
        return operators.size() == 1
                ? operators.getFirst()
                : ExplainNode.operator("Sequence").children(operators).value();
    }

    private ExecutableStatement execute(Execute execute) {
        String name = switch (execute.name()) {
            case N1qlExpression.Identifier(String identifier, var _) -> identifier;
            case N1qlExpression.Constant(N1qlString constant) -> constant.stringValue();
            default -> throw new N1qlException(N1qlException.PARSE, "EXECUTE takes the name of a prepared statement.");
        };
        N1qlExpression using = execute.using();
        ExecutableStatement own = KeyValueStatement.of(name, compiler);
        ExecutableStatement prepared = own == null
                ? services.prepareds().statement(services.prepareds().find(name, compiler), compiler)
                : own;
        return using == null
                ? prepared
                : new ExecuteStatement(
                        prepared, new N1qlExpressionCompiler(new VisibleNames(null), queries, Map.of()).compile(using));
    }
}
