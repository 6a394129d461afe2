from django.http import JsonResponse
from django.urls import path


def show(request):
    return JsonResponse(request.session.get("basket", []), safe=False)


def add(request, article):
    request.session["basket"] = request.session.get("basket", []) + [article]
    return show(request)


urlpatterns = [path("basket", show), path("basket/<str:article>", add)]
