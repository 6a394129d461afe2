package dev.mayfly.face.cosmos.query;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.mayfly.base.query.value.JsonSink;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.FrozenReads;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.OperationTable;
import dev.mayfly.face.cosmos.http.QueryBody;
import dev.mayfly.face.cosmos.http.RequestField;
import dev.mayfly.face.cosmos.http.RequestUnits;
import dev.mayfly.face.cosmos.http.ResourceType;
import dev.mayfly.face.cosmos.http.Verb;
import dev.mayfly.face.cosmos.language.CosmosQuery;
import dev.mayfly.face.cosmos.language.function.FunctionSource;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.Containers;
import dev.mayfly.face.cosmos.resource.KeyRanges;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Answers queries of the items of a container, requests for plans of such, and requests for all items. */
public final class QueryOperations {
    /** The rows of a page if the client does not state a number. */
    private static final int ROWS_DEFAULT = 100;

    /** The rows of a page if the number is left to the server. */
    private static final int ROWS_CHOSEN = 1_000;

    /** The longest continuation: it must fit in a header field. */
    private static final int CONTINUATION_MAX = 8 << 10;

    private static final String INDEX_UTILIZATION = "x-ms-cosmos-index-utilization";

    private static final CosmosQuery EVERYTHING = CosmosQuery.parse("SELECT * FROM c");

    private static final int PARSED_MAX = 1_000;
    private static final int PARSED_LENGTH_MAX = 4_096;

    /** Queries as they were read, for the next time. */
    private final Cache<String, CosmosQuery> parsed =
            Caffeine.newBuilder().maximumSize(PARSED_MAX).build();

    private final Engine engine;
    private final Function<Container, FunctionSource> functions;

    /** @param functions those that clients have made in a container */
    public QueryOperations(Engine engine, Function<Container, FunctionSource> functions) {
        this.engine = engine;
        this.functions = functions;
    }

    /**
     * Answers a script's query of its partition.
     *
     * @param container as the script's transaction sees it
     */
    public ScriptedPage scripted(
            Container container, PartitionKey partition, QueryBody body, int rowsMax, @Nullable String continuation) {
        PageRequest asked = new PageRequest(
                container,
                parse(body.text()),
                body.parameters(),
                partition,
                "",
                PageRequest.EVERYWHERE,
                KeyRanges.ALL,
                rowsMax,
                continuation,
                CONTINUATION_MAX,
                functions.apply(container));
        JsonSink out = SqlValues.sink(4_096);
        while (true) {
            out.put('[');
            ReadView reading = container.collection().reading();
            PageResult page = new QueryRun(
                            asked, QueryRules.NONE, QueryLimits.DEFAULT, reading, new SplittableRandom(), out)
                    .answer();
            if (page != null) {
                out.put(']');
                return new ScriptedPage(out.toByteArray(), page.rows().count(), page.lookups(), page.continuation());
            }
            out.cut(0);
        }
    }

    public void addTo(OperationTable operations, Containers containers) {
        operations.add(ResourceType.ITEM, Verb.QUERY, containers.within(this::query));
        operations.add(ResourceType.ITEM, Verb.QUERY_PLAN, containers.unmetered(this::plan));
        operations.add(ResourceType.ITEM, Verb.LIST, containers.within(this::list));
    }

    private CosmosQuery parse(String text) {
        return text.length() <= PARSED_LENGTH_MAX ? parsed.get(text, CosmosQuery::parse) : CosmosQuery.parse(text);
    }

    private CosmosResponse plan(CosmosRequest request, Container container) {
        QueryBody body = QueryBody.parse(request.body());
        CosmosQuery query = parse(body.text());
        SortSpec.requirePaths(query.tree(), QueryNames.of(query.tree(), body.parameters()));
        return CosmosResponse.of(
                        200,
                        query.plan(
                                request.partitionKey() != null,
                                container.ranges().areSeveral()))
                .charge(RequestUnits.QUERY_PLAN)
                .owner(container.names(), container.rid());
    }

    private CosmosResponse query(CosmosRequest request, Container container) {
        QueryBody body = QueryBody.parse(request.body());
        CosmosQuery query = parse(body.text());
        QueryScope scope = QueryScope.of(request, container, query.isWhole());
        query.checkDistribution(scope.partition() != null);
        PageRequest asked = asked(request, container, scope, query, body.parameters());
        Page page = page(asked, rules(request, scope));
        PageResult answer = page.answer;
        PageRows rows = answer.rows();
        CosmosResponse response =
                page.response().charge(RequestUnits.page(answer.lookups(), rows.count(), rows.bytes()));
        if (request.fields().isTrue(RequestField.POPULATE_QUERY_METRICS)) {
            response.with("x-ms-documentdb-query-metrics", metrics(answer));
        }
        if (request.fields().isTrue(RequestField.POPULATE_INDEX_METRICS_V2)) {
            response.with(INDEX_UTILIZATION, IndexMetrics.urlEncoded(answer.use()));
        } else if (request.fields().isTrue(RequestField.POPULATE_INDEX_METRICS)) {
            response.with(INDEX_UTILIZATION, IndexMetrics.base64(answer.use()));
        }
        return response;
    }

    private static QueryRules rules(CosmosRequest request, QueryScope scope) {
        boolean everywhere = scope.isOfRange() || request.fields().isTrue(RequestField.ENABLE_CROSS_PARTITION);
        String scan = request.fields().given(RequestField.ENABLE_SCAN);
        return new QueryRules(
                everywhere,
                scan == null || !scan.strip().toLowerCase(Locale.ROOT).equals("false"));
    }

    private CosmosResponse list(CosmosRequest request, Container container) {
        QueryScope scope = QueryScope.of(request, container, false);
        Page page = page(asked(request, container, scope, EVERYTHING, Map.of()), QueryRules.NONE);
        PageRows rows = page.answer.rows();
        return page.response().charge(RequestUnits.feedPage(rows.count(), rows.bytes()));
    }

    private PageRequest asked(
            CosmosRequest request,
            Container container,
            QueryScope scope,
            CosmosQuery query,
            Map<String, SqlValue> parameters) {
        return new PageRequest(
                container,
                query,
                parameters,
                scope.partition(),
                scope.range(),
                scope.contains(),
                scope.shard(),
                rowsMax(request),
                request.continuation(),
                Math.min(request.continuationBytesMax(), CONTINUATION_MAX),
                functions.apply(container));
    }

    private static int rowsMax(CosmosRequest request) {
        if (request.fields().given(RequestField.MAX_ITEM_COUNT) == null) {
            return ROWS_DEFAULT;
        }
        int count = request.maxItemCount();
        return count < 0 ? ROWS_CHOSEN : count;
    }

    /** The answer and the body it was written into. */
    private record Page(Container container, PageResult answer, JsonSink body) {
        CosmosResponse response() {
            return CosmosResponse.of(200, body.toByteArray())
                    .itemCount(answer.rows().count())
                    .continuation(answer.continuation())
                    .owner(container.names(), container.rid());
        }
    }

    private Page page(PageRequest asked, QueryRules rules) {
        JsonSink body = SqlValues.sink(4_096);
        body.ascii("{\"_rid\":");
        body.string(asked.container().rid());
        body.ascii(",\"Documents\":[");
        PageResult answer = answer(asked, rules, body);
        body.ascii("],\"_count\":");
        body.number(answer.rows().count());
        body.put('}');
        return new Page(asked.container(), answer, body);
    }

    /**
     * Answers from one state of the store: what dies and is swept meanwhile is in all of the page or in none of it.
     * Begins again as often as a change of the indexing policy takes away an index that the page reads.
     */
    private PageResult answer(PageRequest asked, QueryRules rules, JsonSink body) {
        int before = body.length();
        while (true) {
            PageResult answer = answerOnce(asked, rules, body);
            if (answer != null) {
                return answer;
            }
            body.cut(before);
        }
    }

    private @Nullable PageResult answerOnce(PageRequest asked, QueryRules rules, JsonSink body) {
        try (FrozenReads reads = engine.frozenReads()) {
            Collection collection = asked.container().collection();
            ReadView reading =
                    asked.shard() == KeyRanges.ALL ? reads.of(collection) : reads.of(collection, asked.shard());
            // What is scored is counted over all of the container.
            ReadView whole = asked.query().tree().isRanked() ? reads.of(collection) : reading;
            return new QueryRun(asked, rules, QueryLimits.DEFAULT, reading, whole, new SplittableRandom(), body)
                    .answer();
        }
    }

    /** Counts are true; nothing is timed. */
    private static String metrics(PageResult answer) {
        PageRows rows = answer.rows();
        return "totalExecutionTimeInMs=0.00;queryCompileTimeInMs=0.00;queryLogicalPlanBuildTimeInMs=0.00;"
                + "queryPhysicalPlanBuildTimeInMs=0.00;queryOptimizationTimeInMs=0.00;VMExecutionTimeInMs=0.00;"
                + "indexLookupTimeInMs=0.00;instructionCount=0;documentLoadTimeInMs=0.00;"
                + "systemFunctionExecuteTimeInMs=0.00;userFunctionExecuteTimeInMs=0.00;retrievedDocumentCount="
                + answer.lookups() + ";retrievedDocumentSize=" + answer.readBytes() + ";outputDocumentCount="
                + rows.count() + ";outputDocumentSize=" + rows.bytes()
                + ";writeOutputTimeInMs=0.00;indexUtilizationRatio="
                + ratio(rows.count(), answer.lookups());
    }

    private static String ratio(long part, long whole) {
        long hundredths = whole == 0 ? 100 : Math.min(100, part * 100 / whole);
        return hundredths / 100 + "." + hundredths % 100 / 10 + hundredths % 10;
    }
}
