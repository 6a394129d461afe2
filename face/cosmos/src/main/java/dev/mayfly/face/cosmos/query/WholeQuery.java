package dev.mayfly.face.cosmos.query;

import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.RequestField;
import dev.mayfly.face.cosmos.item.EpkRange;
import dev.mayfly.face.cosmos.language.QueryRange;
import dev.mayfly.face.cosmos.resource.KeyRanges;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Recognizes a query that is sent once and means all ranges. */
final class WholeQuery {
    /*
     * A client asks for a plan, and sends a query to each range that the plan names. Most queries make rows of single items, so
     * the rows of all ranges are those of the container. Others sort, group, count, or skip: their rows would have to be put
     * together by clients, each of which does so in its own way, and would be read in full where an index has them. Any
     * server has all ranges. So the plan of such a query names a part of the last range in which no item can be, behind the
     * highest hash, and a request for that part of such a query means all.
     *
     * Some clients name that part, and others the whole range that has it. So such a query for the whole last range means all,
     * too, though a user may have meant the items of that range alone; no request tells one from the other. The client of .NET
     * on Windows asks for no plan, since it has its own, and means the range that it names.
     */
    private static final String DOTNET = "cosmos-netstandard";

    private static final String WINDOWS = "windows";

    private WholeQuery() {}

    /**
     * @param named the range that the request names
     * @param hashes the part of it
     */
    static boolean isPlanned(CosmosRequest request, KeyRanges ranges, int named, @Nullable EpkRange hashes) {
        if (!ranges.areSeveral()) {
            return false;
        }
        if (hashes != null) {
            return hashes.from().equals(QueryRange.BEHIND_ALL.from())
                    && hashes.until().equals(QueryRange.BEHIND_ALL.until());
        }
        return named == ranges.count() - 1 && !hasOwnPlans(request);
    }

    private static boolean hasOwnPlans(CosmosRequest request) {
        String agent = request.fields().get(RequestField.USER_AGENT);
        String known = agent == null ? "" : agent.toLowerCase(Locale.ROOT);
        return known.contains(DOTNET) && known.contains(WINDOWS);
    }
}
