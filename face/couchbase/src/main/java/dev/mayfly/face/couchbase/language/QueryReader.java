package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.Query;
import dev.mayfly.face.couchbase.language.tree.Source;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;

/** Makes the tree of a query. Used for one text. */
final class QueryReader {
    private final ExpressionReader expressions;
    private final WindowReader windows;
    private final SourceReader sources;

    QueryReader(StatementText text) {
        this.windows = new WindowReader(this);
        this.expressions = new ExpressionReader(text, this);
        this.sources = new SourceReader(expressions);
    }

    ExpressionReader expressions() {
        return expressions;
    }

    SourceReader sources() {
        return sources;
    }

    WindowReader windows() {
        return windows;
    }

    Query read(N1qlParser.QueryContext context) {
        List<Query.With> with = with(context.with());
        Query.Term term = terms(context.selectTerms());
        WindowReader.Scope outside = windows.enter(windowsOf(context.selectTerms()));
        List<Query.Sort> orderBy = orderBy(context.orderBy());
        windows.leave(outside);
        N1qlParser.LimitContext limit = context.limit();
        N1qlParser.OffsetContext offset = context.offset();
        return new Query(
                with,
                term,
                orderBy,
                limit == null ? null : expressions.read(limit.expression()),
                offset == null ? null : expressions.read(offset.expression()));
    }

    /** The windows that the order of a query may name: those of its only SELECT. */
    private static N1qlParser.@Nullable WindowsContext windowsOf(N1qlParser.SelectTermsContext context) {
        return context instanceof N1qlParser.PlainTermsContext plain
                        && plain.setTerm().isEmpty()
                ? plain.subselect().windows()
                : null;
    }

    private List<Query.With> with(N1qlParser.@Nullable WithContext context) {
        List<Query.With> with = new ArrayList<>();
        if (context == null) {
            return with;
        }
        for (N1qlParser.WithTermContext term : context.withTerm()) {
            String name = ExpressionReader.identifier(term.identifier());
            String near = SyntaxErrors.place(term.start);
            if (term.query() == null) {
                with.add(new Query.With(name, expressions.read(term.expression()), null, near));
                continue;
            }
            int before = expressions.aggregates();
            Query query = read(term.query());
            boolean aggregates = expressions.aggregates() > before;
            List<Expression> cycle = expressions.readAll(term.expressions());
            Expression options = term.object() == null ? null : expressions.object(term.object());
            with.add(
                    context.RECURSIVE() == null
                            ? new Query.With(name, new Expression.Subquery(query), null, near)
                            : RecursiveQuery.with(name, query, aggregates, cycle, options, near));
        }
        return with;
    }

    private Query.Term terms(N1qlParser.SelectTermsContext context) {
        return switch (context) {
            case N1qlParser.PlainTermsContext plain -> combined(select(plain.subselect()), plain.setTerm());
            case N1qlParser.NestedTermsContext nested ->
                combined(new Query.Nested(read(nested.query())), nested.setTerm());
            default -> throw new IllegalStateException("a term of a kind unknown");
        };
    }

    private Query.Term combined(Query.Term first, List<N1qlParser.SetTermContext> others) {
        if (others.isEmpty()) {
            return first;
        }
        List<Query.Part> parts = new ArrayList<>();
        for (N1qlParser.SetTermContext other : others) {
            Query.SetOperator operator = switch (other.op.getType()) {
                case N1qlParser.UNION -> Query.SetOperator.UNION;
                case N1qlParser.INTERSECT -> Query.SetOperator.INTERSECT;
                default -> Query.SetOperator.EXCEPT;
            };
            N1qlParser.SelectTermContext term = other.selectTerm();
            parts.add(new Query.Part(
                    operator,
                    other.ALL() != null,
                    term.query() == null ? select(term.subselect()) : new Query.Nested(read(term.query()))));
        }
        return new Query.Combined(first, parts);
    }

    private Query.Select select(N1qlParser.SubselectContext context) {
        WindowReader.Scope outside = windows.enter(context.windows());
        Query.Select select = plainSelect(context);
        windows.leave(outside);
        return select;
    }

    private Query.Select plainSelect(N1qlParser.SubselectContext context) {
        List<Source> from = context.from() == null ? List.of() : sources.read(context.from());
        N1qlParser.ProjectionContext projection = context.projection();
        boolean distinct = switch (projection) {
            case N1qlParser.RawProjectionContext raw -> raw.DISTINCT() != null;
            case N1qlParser.ListProjectionContext list -> list.DISTINCT() != null;
            default -> throw new IllegalStateException("a projection of a kind unknown");
        };
        return new Query.Select(
                distinct,
                projection(projection),
                from,
                let(context.let()),
                context.where() == null
                        ? null
                        : expressions.read(context.where().expression()),
                context.group() == null ? null : grouping(context.group()));
    }

    private Query.Projection projection(N1qlParser.ProjectionContext context) {
        return switch (context) {
            case N1qlParser.RawProjectionContext raw -> new Query.Raw(expressions.read(raw.expression()));
            case N1qlParser.ListProjectionContext list ->
                new Query.Listed(results(list.resultTerms()).results(), expressions.readAll(list.expressions()));
            default -> throw new IllegalStateException("a projection of a kind unknown");
        };
    }

    Query.Listed results(N1qlParser.ResultTermsContext context) {
        List<Query.Result> results = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (N1qlParser.ResultTermContext term : context.resultTerm()) {
            Query.Result result = result(term);
            results.add(result);
            if (result instanceof Query.Named(Expression value, String alias)) {
                String name = alias == null ? ExpressionNames.of(value) : alias;
                if (name != null && !names.add(name)) {
                    throw new QueryException(
                            QueryException.PARSE,
                            "Duplicate result alias '" + name + "'" + SyntaxErrors.place(nameOf(term)) + ".");
                }
            }
        }
        return new Query.Listed(results, List.of());
    }

    /** What gives a term its name: AS, the name itself, or the last word of a path. */
    private static Token nameOf(N1qlParser.ResultTermContext term) {
        if (term.AS() != null) {
            return term.AS().getSymbol();
        }
        return term.identifier() == null ? term.stop : term.identifier().start;
    }

    private Query.Result result(N1qlParser.ResultTermContext term) {
        if (term.expression() == null) {
            return new Query.Everything();
        }
        Expression value = expressions.read(term.expression());
        boolean star = term.getChildCount() == 3 && term.getChild(2).getText().equals("*");
        return star
                ? new Query.FieldsOf(value)
                : new Query.Named(value, ExpressionReader.identifierIf(term.identifier()));
    }

    List<Query.Binding> let(N1qlParser.@Nullable LetContext context) {
        return context == null ? List.of() : bindings(context.binding());
    }

    private List<Query.Binding> bindings(List<N1qlParser.BindingContext> contexts) {
        List<Query.Binding> bindings = new ArrayList<>();
        for (N1qlParser.BindingContext binding : contexts) {
            bindings.add(new Query.Binding(
                    ExpressionReader.identifier(binding.identifier()),
                    expressions.read(binding.expression()),
                    SyntaxErrors.place(binding.start)));
        }
        return bindings;
    }

    private Query.Grouping grouping(N1qlParser.GroupContext context) {
        List<Query.Named> keys = new ArrayList<>();
        for (N1qlParser.GroupTermContext key : context.groupTerm()) {
            keys.add(new Query.Named(
                    expressions.read(key.expression()), ExpressionReader.identifierIf(key.identifier())));
        }
        return new Query.Grouping(
                keys,
                ExpressionReader.identifierIf(context.identifier()),
                context.letting() == null
                        ? List.of()
                        : bindings(context.letting().binding()),
                context.having() == null
                        ? null
                        : expressions.read(context.having().expression()));
    }

    List<Query.Sort> orderBy(N1qlParser.@Nullable OrderByContext context) {
        List<Query.Sort> sorts = new ArrayList<>();
        if (context != null) {
            for (N1qlParser.SortTermContext sort : context.sortTerm()) {
                Boolean nullsLast = sort.NULLS() == null ? null : Boolean.valueOf(sort.LAST() != null);
                sorts.add(new Query.Sort(expressions.read(sort.expression()), sort.DESC() != null, nullsLast));
            }
        }
        return sorts;
    }
}
