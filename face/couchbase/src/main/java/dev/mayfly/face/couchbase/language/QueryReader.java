package dev.mayfly.face.couchbase.language;

import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.N1qlQuery;
import dev.mayfly.face.couchbase.language.tree.Source;
import dev.mayfly.face.couchbase.language.value.N1qlException;
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

    N1qlQuery read(N1qlParser.QueryContext context) {
        List<N1qlQuery.With> with = with(context.with());
        N1qlQuery.Term term = terms(context.selectTerms());
        WindowReader.Scope outside = windows.enter(windowsOf(context.selectTerms()));
        List<N1qlQuery.Sort> orderBy = orderBy(context.orderBy());
        windows.leave(outside);
        N1qlParser.LimitContext limit = context.limit();
        N1qlParser.OffsetContext offset = context.offset();
        return new N1qlQuery(
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

    private List<N1qlQuery.With> with(N1qlParser.@Nullable WithContext context) {
        List<N1qlQuery.With> with = new ArrayList<>();
        if (context == null) {
            return with;
        }
        for (N1qlParser.WithTermContext term : context.withTerm()) {
            String name = ExpressionReader.identifier(term.identifier());
            String near = SyntaxErrors.place(term.start);
            if (term.query() == null) {
                with.add(new N1qlQuery.With(name, expressions.read(term.expression()), null, near));
                continue;
            }
            int before = expressions.aggregates();
            N1qlQuery query = read(term.query());
            boolean aggregates = expressions.aggregates() > before;
            List<N1qlExpression> cycle = expressions.readAll(term.expressions());
            N1qlExpression options = term.object() == null ? null : expressions.object(term.object());
            with.add(
                    context.RECURSIVE() == null
                            ? new N1qlQuery.With(name, new N1qlExpression.Subquery(query), null, near)
                            : RecursiveQuery.with(name, query, aggregates, cycle, options, near));
        }
        return with;
    }

    private N1qlQuery.Term terms(N1qlParser.SelectTermsContext context) {
        return switch (context) {
            case N1qlParser.PlainTermsContext plain -> combined(select(plain.subselect()), plain.setTerm());
            case N1qlParser.NestedTermsContext nested ->
                combined(new N1qlQuery.Nested(read(nested.query())), nested.setTerm());
            default -> throw new IllegalStateException("a term of a kind unknown");
        };
    }

    private N1qlQuery.Term combined(N1qlQuery.Term first, List<N1qlParser.SetTermContext> others) {
        if (others.isEmpty()) {
            return first;
        }
        List<N1qlQuery.Part> parts = new ArrayList<>();
        for (N1qlParser.SetTermContext other : others) {
            N1qlQuery.SetOperator operator = switch (other.op.getType()) {
                case N1qlParser.UNION -> N1qlQuery.SetOperator.UNION;
                case N1qlParser.INTERSECT -> N1qlQuery.SetOperator.INTERSECT;
                default -> N1qlQuery.SetOperator.EXCEPT;
            };
            N1qlParser.SelectTermContext term = other.selectTerm();
            parts.add(new N1qlQuery.Part(
                    operator,
                    other.ALL() != null,
                    term.query() == null ? select(term.subselect()) : new N1qlQuery.Nested(read(term.query()))));
        }
        return new N1qlQuery.Combined(first, parts);
    }

    private N1qlQuery.Select select(N1qlParser.SubselectContext context) {
        WindowReader.Scope outside = windows.enter(context.windows());
        N1qlQuery.Select select = plainSelect(context);
        windows.leave(outside);
        return select;
    }

    private N1qlQuery.Select plainSelect(N1qlParser.SubselectContext context) {
        List<Source> from = context.from() == null ? List.of() : sources.read(context.from());
        N1qlParser.ProjectionContext projection = context.projection();
        boolean distinct = switch (projection) {
            case N1qlParser.RawProjectionContext raw -> raw.DISTINCT() != null;
            case N1qlParser.ListProjectionContext list -> list.DISTINCT() != null;
            default -> throw new IllegalStateException("a projection of a kind unknown");
        };
        return new N1qlQuery.Select(
                distinct,
                projection(projection),
                from,
                let(context.let()),
                context.where() == null
                        ? null
                        : expressions.read(context.where().expression()),
                context.group() == null ? null : grouping(context.group()));
    }

    private N1qlQuery.Projection projection(N1qlParser.ProjectionContext context) {
        return switch (context) {
            case N1qlParser.RawProjectionContext raw -> new N1qlQuery.Raw(expressions.read(raw.expression()));
            case N1qlParser.ListProjectionContext list ->
                new N1qlQuery.Listed(results(list.resultTerms()).results(), expressions.readAll(list.expressions()));
            default -> throw new IllegalStateException("a projection of a kind unknown");
        };
    }

    N1qlQuery.Listed results(N1qlParser.ResultTermsContext context) {
        List<N1qlQuery.Result> results = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (N1qlParser.ResultTermContext term : context.resultTerm()) {
            N1qlQuery.Result result = result(term);
            results.add(result);
            if (result instanceof N1qlQuery.Named(N1qlExpression value, String alias)) {
                String name = alias == null ? ExpressionNames.of(value) : alias;
                if (name != null && !names.add(name)) {
                    throw new N1qlException(
                            N1qlException.PARSE,
                            "Duplicate result alias '" + name + "'" + SyntaxErrors.place(nameOf(term)) + ".");
                }
            }
        }
        return new N1qlQuery.Listed(results, List.of());
    }

    /** Returns the token that names a term: AS, the name itself, or the last word of a path. */
    private static Token nameOf(N1qlParser.ResultTermContext term) {
        if (term.AS() != null) {
            return term.AS().getSymbol();
        }
        return term.identifier() == null ? term.stop : term.identifier().start;
    }

    private N1qlQuery.Result result(N1qlParser.ResultTermContext term) {
        if (term.expression() == null) {
            return new N1qlQuery.Everything();
        }
        N1qlExpression value = expressions.read(term.expression());
        boolean star = term.getChildCount() == 3 && term.getChild(2).getText().equals("*");
        return star
                ? new N1qlQuery.FieldsOf(value)
                : new N1qlQuery.Named(value, ExpressionReader.identifierIf(term.identifier()));
    }

    List<N1qlQuery.Binding> let(N1qlParser.@Nullable LetContext context) {
        return context == null ? List.of() : bindings(context.binding());
    }

    private List<N1qlQuery.Binding> bindings(List<N1qlParser.BindingContext> contexts) {
        List<N1qlQuery.Binding> bindings = new ArrayList<>();
        for (N1qlParser.BindingContext binding : contexts) {
            bindings.add(new N1qlQuery.Binding(
                    ExpressionReader.identifier(binding.identifier()),
                    expressions.read(binding.expression()),
                    SyntaxErrors.place(binding.start)));
        }
        return bindings;
    }

    private N1qlQuery.Grouping grouping(N1qlParser.GroupContext context) {
        List<N1qlQuery.Named> keys = new ArrayList<>();
        for (N1qlParser.GroupTermContext key : context.groupTerm()) {
            keys.add(new N1qlQuery.Named(
                    expressions.read(key.expression()), ExpressionReader.identifierIf(key.identifier())));
        }
        return new N1qlQuery.Grouping(
                keys,
                ExpressionReader.identifierIf(context.identifier()),
                context.letting() == null
                        ? List.of()
                        : bindings(context.letting().binding()),
                context.having() == null
                        ? null
                        : expressions.read(context.having().expression()));
    }

    List<N1qlQuery.Sort> orderBy(N1qlParser.@Nullable OrderByContext context) {
        List<N1qlQuery.Sort> sorts = new ArrayList<>();
        if (context != null) {
            for (N1qlParser.SortTermContext sort : context.sortTerm()) {
                Boolean nullsLast = sort.NULLS() == null ? null : Boolean.valueOf(sort.LAST() != null);
                sorts.add(new N1qlQuery.Sort(expressions.read(sort.expression()), sort.DESC() != null, nullsLast));
            }
        }
        return sorts;
    }
}
