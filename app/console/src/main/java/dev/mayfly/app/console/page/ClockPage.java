package dev.mayfly.app.console.page;

/** A virtual clock, and what winds it. */
final class ClockPage {
    Html show(Visit visit) {
        Frame frame = Frame.of(visit, "Clock", "clock");
        return out -> JteclockGenerated.render(out, NoInterceptor.INSTANCE, frame);
    }
}
