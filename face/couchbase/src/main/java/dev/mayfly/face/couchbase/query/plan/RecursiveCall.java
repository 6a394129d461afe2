package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.face.couchbase.language.StatementReader;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement;
import dev.mayfly.face.couchbase.language.tree.QueryContext;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.N1qlExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.expression.VisibleNames;
import dev.mayfly.face.couchbase.query.operator.OperatorMemory;
import dev.mayfly.face.couchbase.query.operator.RowSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A call of RECURSIVE_CTE: the rows of a query, then those that another makes of them as {@code $anchor}, level after level, as
 * one array. Both are texts. They see nothing of the row around the call but its {@code arguments}.
 *
 * @param options an object of levels, documents, arguments and cycle, or null
 */
record RecursiveCall(
        QueryCompiler.Ground ground,
        QueryContext context,
        Scalar anchor,
        Scalar step,
        @Nullable Scalar options) implements Scalar {
    private static final long LEVELS_MAX = 100;

    @Override
    public N1qlValue of(Frame frame) {
        N1qlValue first = anchor.of(frame);
        N1qlValue next = step.of(frame);
        if (first.isMissing() || next.isMissing()) {
            return N1qlValues.MISSING;
        }
        if (!(first instanceof N1qlString firstText) || !(next instanceof N1qlString nextText)) {
            return N1qlValues.NULL;
        }
        N1qlValue given = options == null ? N1qlValues.MISSING : options.of(frame);
        return new Run(frame, given).rows(firstText.stringValue(), nextText.stringValue());
    }

    private RowSource query(String text) {
        if (StatementReader.read(text) instanceof N1qlStatement.Select(var query)) {
            return new QueryCompiler(ground, context).rows(query, null);
        }
        throw N1qlException.evaluation("RECURSIVE_CTE takes the texts of two queries.");
    }

    /** One run. Used by one thread. */
    private final class Run {
        private final Frame frame;
        private final OperatorMemory budget = new OperatorMemory(OperatorMemory.BYTES_MAX);
        private final List<Scalar> cycle = new ArrayList<>();
        private final Set<List<N1qlValue>> cycles = new HashSet<>();
        private final List<N1qlValue> positional = new ArrayList<>();
        private final Map<String, N1qlValue> named = new HashMap<>();
        private final long levels;
        private final long documents;

        Run(Frame frame, N1qlValue options) {
            this.frame = frame;
            this.levels = options.field("levels") instanceof N1qlNumber number ? number.longValue() : LEVELS_MAX;
            this.documents = options.field("documents") instanceof N1qlNumber number ? number.longValue() : -1;
            switch (options.field("arguments")) {
                case N1qlArray array -> positional.addAll(array.elements());
                case N1qlObject object -> named.putAll(object.toMap());
                default -> {
                    // The queries have no arguments.
                }
            }
            if (options.field("cycle") instanceof N1qlArray fields) {
                fields.forEach(this::addToCycle);
            }
        }

        /** Whatever is no name of a field is no part of it. */
        private void addToCycle(N1qlValue field) {
            if (!(field instanceof N1qlString text)) {
                return;
            }
            N1qlExpression path = pathOf(text.stringValue());
            if (path instanceof N1qlExpression.Identifier || path instanceof N1qlExpression.Field) {
                VisibleNames row = new VisibleNames(null);
                row.source("");
                cycle.add(new N1qlExpressionCompiler(row, new QueryCompiler(ground, context), Map.of())
                        .compile(Resolver.resolve(path, row)));
            }
        }

        private static @Nullable N1qlExpression pathOf(String text) {
            try {
                return StatementReader.readExpression(text);
            } catch (N1qlException _) {
                return null;
            }
        }

        N1qlValue rows(String first, String next) {
            long held = RequestGuard.current().held();
            List<N1qlValue> all = new ArrayList<>();
            take(query(first), all);
            if (!all.isEmpty()) {
                follow(query(next), all);
            }
            RequestGuard.current().letGoUntil(held);
            return N1qlValues.array(all);
        }

        private void follow(RowSource next, List<N1qlValue> all) {
            int from = 0;
            for (long level = 0; from < all.size() && level < levels; level++) {
                if (documents >= 0 && from >= documents) {
                    all.subList((int) documents, all.size()).clear();
                    return;
                }
                int until = all.size();
                named.put("anchor", N1qlValues.array(all.subList(from, until)));
                take(next, all);
                from = until;
            }
        }

        private void take(RowSource query, List<N1qlValue> all) {
            frame.execution().check();
            frame.execution()
                    .nested(
                            new Parameters(positional, named),
                            () -> query.run(null, frame.execution(), row -> {
                                if (cycle.isEmpty() || cycles.add(placeOf(row))) {
                                    all.add(budget.keep(row));
                                }
                                return true;
                            }));
        }

        /** Returns the values by which a row is known to have been there before. */
        private List<N1qlValue> placeOf(N1qlValue row) {
            Frame at = new Frame(1, null, frame.execution());
            at.set(0, row);
            List<N1qlValue> values = new ArrayList<>(cycle.size());
            for (Scalar field : cycle) {
                values.add(budget.keep(field.of(at)));
            }
            return values;
        }
    }
}
