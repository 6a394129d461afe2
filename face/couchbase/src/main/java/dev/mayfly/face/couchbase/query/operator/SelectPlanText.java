package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.face.couchbase.language.date.Durations;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.StatementProfile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Shows the operators of a SELECT as EXPLAIN does, or with what was measured of each in {@code #stats}, as a profile does. An
 * operator of the service that is a part of another one here has the numbers of its rows and no time of its own.
 */
final class SelectPlanText {
    private final SelectPlan plan;
    private final @Nullable StatementProfile profile;
    private final List<N1qlValue> operators = new ArrayList<>();

    SelectPlanText(SelectPlan plan, @Nullable StatementProfile profile) {
        this.plan = plan;
        this.profile = profile;
    }

    List<N1qlValue> operators() {
        if (plan.sources().isEmpty()) {
            operators.add(ExplainNode.operator("DummyScan").value());
        }
        for (int i = 0; i < plan.sources().size(); i++) {
            source(i);
        }
        if (!plan.let().isEmpty()) {
            add(ExplainNode.operator("Let"), rows(SelectPlan.FILTER), rows(SelectPlan.FILTER), 0);
        }
        if (plan.condition() != null) {
            add(
                    ExplainNode.operator("Filter").with("condition", plan.condition()),
                    SelectPlan.FILTER,
                    rows(behindFilter()));
        }
        if (plan.grouped() != null) {
            String next = plan.windows() == null ? SelectPlan.PROJECT : SelectPlan.WINDOW;
            add(ExplainNode.operator("InitialGroup"), SelectPlan.GROUP, rows(next));
            add(ExplainNode.operator("FinalGroup"), rows(next), rows(next), 0);
        }
        if (plan.windows() != null) {
            operators.addAll(plan.windows().explained());
        }
        long finished = rows(isSorted() ? SelectPlan.ORDER : SelectPlan.STREAM);
        add(ExplainNode.operator("InitialProject"), SelectPlan.PROJECT, finished);
        if (plan.distinct()) {
            add(ExplainNode.operator("Distinct"), rows(SelectPlan.PROJECT), finished, 0);
        }
        if (isSorted()) {
            add(ExplainNode.operator("Order"), SelectPlan.ORDER, rows(SelectPlan.STREAM));
        }
        if (plan.window().offset() != null) {
            operators.add(ExplainNode.operator("Offset").value());
        }
        if (plan.window().limit() != null) {
            operators.add(ExplainNode.operator("Limit").value());
        }
        if (profile != null) {
            add(ExplainNode.operator("Stream"), SelectPlan.STREAM, rows(SelectPlan.STREAM));
        }
        return List.of(ExplainNode.operator("Sequence").children(operators).value());
    }

    private boolean isSorted() {
        return !plan.sorts().isEmpty() && !plan.ordered();
    }

    private String behindFilter() {
        if (plan.grouped() != null) {
            return SelectPlan.GROUP;
        }
        return plan.windows() == null ? SelectPlan.PROJECT : SelectPlan.WINDOW;
    }

    /** A source with what it does to be linked; the time is that of its scan. */
    private void source(int index) {
        List<N1qlValue> shown = plan.sources().get(index).explained();
        long given = rows(index + 1 < plan.sources().size() ? SelectPlan.SOURCE + (index + 1) : SelectPlan.FILTER);
        long taken = rows(SelectPlan.SOURCE + index);
        for (int i = 0; i < shown.size(); i++) {
            operators.add(
                    profile == null
                            ? shown.get(i)
                            : withStats(
                                    shown.get(i),
                                    i == 0 ? taken : given,
                                    given,
                                    i == 0 ? nanos(SelectPlan.SOURCE + index) : 0));
        }
    }

    private void add(ExplainNode node, String part, long given) {
        add(node, rows(part), given, nanos(part));
    }

    private void add(ExplainNode node, long taken, long given, long nanos) {
        operators.add(profile == null ? node.value() : withStats(node.value(), taken, given, nanos));
    }

    private long rows(String part) {
        return profile == null ? 0 : profile.of(plan, part).rows();
    }

    private long nanos(String part) {
        return profile == null ? 0 : profile.of(plan, part).nanos();
    }

    private static N1qlValue withStats(N1qlValue operator, long taken, long given, long nanos) {
        SequencedMap<String, N1qlValue> stats = new LinkedHashMap<>();
        if (taken > 0) {
            stats.put("#itemsIn", N1qlValues.of(taken));
        }
        if (given > 0) {
            stats.put("#itemsOut", N1qlValues.of(given));
        }
        if (nanos > 0) {
            stats.put("execTime", N1qlValues.of(Durations.text(nanos)));
        }
        SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
        fields.put("#operator", operator.field("#operator"));
        if (!stats.isEmpty()) {
            fields.put("#stats", N1qlValues.object(stats));
        }
        ((N1qlObject) operator).toMap().forEach(fields::putIfAbsent);
        return N1qlValues.object(fields);
    }
}
