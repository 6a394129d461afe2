package dev.mayfly.app.console.page;

import java.util.List;
import java.util.Map;

/** What has expired and still stands, of all collections and of one. */
final class ExpiredPage {
    Html overview(Visit visit) {
        List<Facts> collections = CollectionsPage.all(visit).stream()
                .filter(each -> each.number("grace") + each.number("overdue") > 0)
                .toList();
        Frame frame = Frame.of(visit, "Expired", "expired");
        return out -> JteexpiredGenerated.render(out, NoInterceptor.INSTANCE, frame, collections);
    }

    Html show(Visit visit) {
        CollectionPath path = CollectionPath.of(visit.request());
        visit.api().get(path.api()).required();
        Map<String, String> query =
                visit.query("after").isEmpty() ? Map.of() : Map.of("after", visit.query("after"));
        Answer answer = visit.api().get(path.api() + "/hidden", query);
        List<Facts> items = answer.orNothing().list("items");
        String next = answer.orNothing().text("next");
        String complaint = answer.isFine() ? "" : answer.complaint();
        Frame frame = Frame.of(visit, "Expired of " + path.shortName(), "expired");
        return out -> JtehiddenGenerated.render(out, NoInterceptor.INSTANCE, frame, path, items, next, complaint);
    }
}
