package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.KeyspaceName;
import dev.mayfly.face.couchbase.language.tree.Query;
import dev.mayfly.face.couchbase.language.tree.Statement.BuildIndexes;
import dev.mayfly.face.couchbase.language.tree.Statement.CreateCollection;
import dev.mayfly.face.couchbase.language.tree.Statement.CreateIndex;
import dev.mayfly.face.couchbase.language.tree.Statement.CreateScope;
import dev.mayfly.face.couchbase.language.tree.Statement.Delete;
import dev.mayfly.face.couchbase.language.tree.Statement.DropCollection;
import dev.mayfly.face.couchbase.language.tree.Statement.DropIndex;
import dev.mayfly.face.couchbase.language.tree.Statement.DropScope;
import dev.mayfly.face.couchbase.language.tree.Statement.Execute;
import dev.mayfly.face.couchbase.language.tree.Statement.Explain;
import dev.mayfly.face.couchbase.language.tree.Statement.FlushCollection;
import dev.mayfly.face.couchbase.language.tree.Statement.InsertSelect;
import dev.mayfly.face.couchbase.language.tree.Statement.InsertValues;
import dev.mayfly.face.couchbase.language.tree.Statement.Merge;
import dev.mayfly.face.couchbase.language.tree.Statement.Prepare;
import dev.mayfly.face.couchbase.language.tree.Statement.Returning;
import dev.mayfly.face.couchbase.language.tree.Statement.Select;
import dev.mayfly.face.couchbase.language.tree.Statement.Target;
import dev.mayfly.face.couchbase.language.tree.Statement.Transaction;
import dev.mayfly.face.couchbase.language.tree.Statement.Update;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.query.QueryContext;
import dev.mayfly.face.couchbase.query.Statement;
import dev.mayfly.face.couchbase.query.StatementCompiler;
import dev.mayfly.face.couchbase.query.expression.ExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Names;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes of the tree of one statement what carries it out. Used once. */
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

    Statement build(dev.mayfly.face.couchbase.language.tree.Statement tree) {
        return switch (tree) {
            case Select(Query query) -> new SelectStatement(queries.rows(query, null));
            case Explain(dev.mayfly.face.couchbase.language.tree.Statement inner) -> explain(build(inner));
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
                throw new QueryException(
                        12029, "Error while flushing collection " + flush.name() + " - cause: not supported");
            case CreateIndex create -> definitions.createIndex(create);
            case DropIndex drop -> definitions.dropIndex(drop);
            case BuildIndexes build -> definitions.buildIndexes(build);
            case Transaction control -> new TransactionStatement(control);
        };
    }

    /** A change of a keyspace that is known by now, or else when the statement runs. */
    private Statement change(Target target, @Nullable Returning returning, Function<KeyspaceName, Statement> change) {
        Expression.Parameter parameter = target.parameter();
        return parameter == null
                ? change.apply(target.keyspace())
                : new ParameterStatement(parameter, changes.signature(returning, target), change);
    }

    private Statement explain(Statement inner) {
        Value plan = switch (inner) {
            case SelectStatement(RowSource rows) -> sequence(rows.explained());
            case Changing change -> sequence(change.explained());
            default -> Explained.operator("Statement").value();
        };
        return new ExplainStatement(plan, text);
    }

    private static Value sequence(List<Value> operators) {
        return operators.size() == 1
                ? operators.getFirst()
                : Explained.operator("Sequence").children(operators).value();
    }

    private Statement execute(Execute execute) {
        String name = switch (execute.name()) {
            case Expression.Identifier(String identifier) -> identifier;
            case Expression.Constant(StringValue constant) -> constant.stringValue();
            default ->
                throw new QueryException(QueryException.PARSE, "EXECUTE takes the name of a prepared statement.");
        };
        Expression using = execute.using();
        Statement own = KeyValueStatement.of(name, compiler);
        Statement prepared = own == null
                ? services.prepareds().statement(services.prepareds().find(name), compiler)
                : own;
        return using == null
                ? prepared
                : new ExecuteStatement(
                        prepared, new ExpressionCompiler(new Names(null), queries, Map.of()).compile(using));
    }
}
