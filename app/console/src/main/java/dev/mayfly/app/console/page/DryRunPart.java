package dev.mayfly.app.console.page;

import java.util.List;

/** What a change of policy would do: a part of the drawer in which it is made. */
final class DryRunPart {
    /**
     * What is shown.
     *
     * @param before the forecast without the change as JSON, or empty
     * @param after the forecast with it
     */
    record Model(Facts facts, String before, String after) {
        Facts now() {
            return first().at("changed");
        }

        Facts unchangedNow() {
            return first().at("unchanged");
        }

        private Facts first() {
            List<Facts> reaches = facts.list("reaches");
            return reaches.isEmpty() ? Facts.NOTHING : reaches.getFirst();
        }
    }

    Html show(Visit visit) {
        CollectionPath path = CollectionPath.of(visit.request());
        Facts facts =
                visit.api().ask(path.api() + "/policy/dry-run", visit.query("policy")).required();
        boolean isDrawn = !facts.at("after").list("buckets").isEmpty();
        Model model = new Model(
                facts,
                isDrawn ? TimelinePage.rows(facts.at("before")) : "",
                isDrawn ? TimelinePage.rows(facts.at("after")) : "");
        return out -> JtedryrunGenerated.render(out, NoInterceptor.INSTANCE, model);
    }
}
