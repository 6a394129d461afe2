package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.ExpressionText;
import dev.mayfly.face.couchbase.language.StatementReader;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.ExecutableStatement;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.expression.VisibleNames;
import dev.mayfly.face.couchbase.query.function.FunctionErrors;
import dev.mayfly.face.couchbase.query.function.FunctionName;
import dev.mayfly.face.couchbase.query.function.FunctionRight;
import dev.mayfly.face.couchbase.query.function.StoredFunction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** EXPLAIN FUNCTION: the plans of the queries in the expression of a function. */
record ExplainFunctionStatement(QueryCompiler.Ground ground, FunctionName name) implements ExecutableStatement {
    @Override
    public N1qlValue signature() {
        return N1qlValues.of("json");
    }

    @Override
    public boolean isReadOnly() {
        return true;
    }

    @Override
    public void run(StatementExecution execution, RowSink rows) {
        StoredFunction function = ground.functions().find(name);
        if (function == null) {
            throw FunctionErrors.notFound(name);
        }
        FunctionRight.EXECUTE.require(execution.settings().identity(), name, function.isScript());
        SequencedMap<String, N1qlValue> row = new LinkedHashMap<>();
        row.put("function", N1qlValues.of(name.path()));
        List<N1qlValue> plans = function.isScript() ? List.of() : plans(function);
        if (!plans.isEmpty()) {
            row.put("plans", N1qlValues.array(plans));
        }
        rows.row(N1qlValues.object(row));
    }

    private List<N1qlValue> plans(StoredFunction function) {
        VisibleNames names = InlineFunction.names(function.parameters());
        N1qlExpression body = Resolver.resolve(StatementReader.readExpression(function.text()), names);
        QueryCompiler queries = new QueryCompiler(ground, name.context());
        List<N1qlValue> plans = new ArrayList<>();
        for (N1qlQuery query : Conjuncts.queries(body)) {
            SequencedMap<String, N1qlValue> plan = new LinkedHashMap<>();
            plan.put(
                    "plan", StatementBuilder.sequence(queries.rows(query, names).explained()));
            plan.put("statement", N1qlValues.of(ExpressionText.of(query)));
            plans.add(N1qlValues.object(plan));
        }
        return plans;
    }
}
